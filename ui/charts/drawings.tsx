import type { Series } from './plot';
import { linePath } from './scale';

export interface DrawnSeries extends Series {
  /** Share of the height at each place, from 0 to 1. */
  readonly heights?: readonly (number | undefined)[];
}

interface DrawingProps {
  readonly places: number;
  readonly series: readonly DrawnSeries[];
}

/** Stacked bars; the first series is at the bottom. */
export function Bars({ places, series }: DrawingProps) {
  return (
    <div className="bars" aria-hidden>
      {Array.from({ length: places }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in time identifies a bar
        <div key={place} className="bar">
          {series.map(({ key, mark, heights = [] }) => {
            const height = heights[place] ?? 0;
            if (height <= 0) return null;
            return <i key={key} {...mark} style={{ height: `${(100 * height).toFixed(2)}%` }} />;
          })}
        </div>
      ))}
    </div>
  );
}

/** Lines through the middle of each place, with gaps where values are missing. */
export function Lines({ places, series }: DrawingProps) {
  return (
    <svg viewBox={`0 0 ${places} 1`} preserveAspectRatio="none" className="lines" aria-hidden>
      {series.map(({ key, mark, heights = [] }) => (
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
  readonly titles: readonly string[];
}

/** Draws a box for each hour or day, filled as far as it failed. Text beside it says the same. */
export function StripParts({ parts, titles }: StripPartsProps) {
  return (
    <span className="strip-parts" aria-hidden>
      {parts.map((part, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in time identifies a part
          key={place}
          title={titles[place]}
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
