import type { Mark } from './plot';
import { linePath } from './scale';

interface Part {
  readonly key: string;
  readonly mark: Mark;
  /** Share of the height, from 0 to 1. */
  readonly height: number;
}

interface BarsProps {
  readonly bars: readonly { readonly key: string; readonly parts: readonly Part[] }[];
}

/** Stacked bars; the first part of each is at the bottom. */
export function Bars({ bars }: BarsProps) {
  return (
    <div className="bars" aria-hidden>
      {bars.map((bar) => (
        <div key={bar.key} className="bar">
          {bar.parts
            .filter(({ height }) => height > 0)
            .map(({ key, mark, height }) => (
              <i key={key} {...mark} style={{ height: `${(100 * height).toFixed(2)}%` }} />
            ))}
        </div>
      ))}
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly {
    readonly key: string;
    readonly mark: Mark;
    readonly heights: readonly (number | undefined)[];
  }[];
}

/** Lines through the middle of each place, with gaps where values are missing. */
export function Lines({ lines }: LinesProps) {
  const places = Math.max(1, ...lines.map(({ heights }) => heights.length));
  return (
    <svg viewBox={`0 0 ${places} 1`} preserveAspectRatio="none" className="lines" aria-hidden>
      {lines.map(({ key, mark, heights }) => (
        <path key={key} {...mark} d={linePath(heights)} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
}

interface StripPart {
  readonly queries: number;
  readonly failed: number;
}

interface StripPartsProps {
  readonly parts: readonly StripPart[];
  /** Shown on hover. */
  readonly titles?: readonly string[];
}

/** Draws a box for each hour or day, filled as far as it failed. Text beside it says the same. */
export function StripParts({ parts, titles }: StripPartsProps) {
  return (
    <span className="strip-parts" aria-hidden>
      {parts.map((part, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in time identifies a part
          key={place}
          title={titles?.[place]}
          data-quiet={part.queries === 0 || undefined}
          style={{ '--failed': failedHeight(part) }}
        />
      ))}
    </span>
  );
}

/** One in a hundred fills a tenth of the box, one in four a half, so that few failures are seen. */
function failedHeight({ queries, failed }: StripPart): number {
  return failed === 0 ? 0 : Math.sqrt(failed / queries);
}
