import type { Mark } from './plot';
import { linePath } from './scale';

interface Part {
  readonly key: string;
  readonly mark: Mark;
  /** Share of the plot's height, from 0 to 1. */
  readonly height: number;
}

interface BarsProps {
  readonly bars: readonly { readonly key: string; readonly parts: readonly Part[] }[];
}

/** Bars beside one another; the first part of each stands at the bottom. */
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

/** Lines through the middle of each place, broken where there is nothing. */
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
