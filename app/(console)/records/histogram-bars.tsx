import type { Kind } from '@/lib/statistics/endings';

/** A bar as the browser needs it: its times as the address has them, its counts in their order. */
export interface ChartBar {
  readonly from: string;
  readonly to: string;
  readonly start: string;
  readonly end: string;
  readonly label: string;
  /** In the order of the kinds. */
  readonly parts: readonly number[];
  readonly refusals: number;
}

/** Bars next to one another, both ends included. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** In units of the drawing, which is stretched to the width there is. */
const BAR_WIDTH = 10;
const GAP = 1;
const HEIGHT = 100;
const REFUSALS_HEIGHT = 8;
const WHOLE_HEIGHT = HEIGHT + REFUSALS_HEIGHT + 4;

/** Queries of the tallest bar. */
export function mostOf(bars: readonly ChartBar[]): number {
  return Math.max(1, ...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)));
}

/** What the parts of a bar are, in their order. */
export interface NamedKind {
  readonly kind: Kind;
  readonly name: string;
}

interface BarsProps {
  readonly kinds: readonly NamedKind[];
  readonly bars: readonly ChartBar[];
  readonly stretch: Stretch | undefined;
}

/** The drawing; everything in it stands in words beside it. */
export function Bars({ kinds, bars, stretch }: BarsProps) {
  const max = mostOf(bars);
  const mostRefusals = Math.max(1, ...bars.map(({ refusals }) => refusals));
  return (
    <svg
      viewBox={`0 0 ${bars.length * BAR_WIDTH} ${WHOLE_HEIGHT}`}
      preserveAspectRatio="none"
      className="histogram-bars"
      aria-hidden
    >
      {stretch !== undefined && (
        <rect
          className="chosen"
          x={stretch.first * BAR_WIDTH}
          width={(stretch.last - stretch.first + 1) * BAR_WIDTH}
          height={WHOLE_HEIGHT}
        />
      )}
      {bars.map((bar, place) => (
        <g key={bar.from} transform={`translate(${place * BAR_WIDTH} 0)`}>
          <Stack kinds={kinds} parts={bar.parts} max={max} />
          {bar.refusals > 0 && (
            <rect
              className="refused"
              width={BAR_WIDTH - GAP}
              y={WHOLE_HEIGHT - REFUSALS_HEIGHT}
              height={REFUSALS_HEIGHT}
              opacity={0.4 + (0.6 * bar.refusals) / mostRefusals}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

/** A few failures among thousands of answers are what is looked for: none is thinner than this. */
const LEAST_HEIGHT = 2;

interface StackProps extends Pick<BarsProps, 'kinds'> {
  readonly parts: readonly number[];
  readonly max: number;
}

/** From the bottom up. The tallest leaves room for those that are drawn thicker than they are. */
function Stack({ kinds, parts, max }: StackProps) {
  const tallest = HEIGHT - kinds.length * LEAST_HEIGHT;
  let top = HEIGHT;
  return kinds.map(({ kind }, place) => {
    const part = parts[place] ?? 0;
    if (part === 0) return null;
    const height = Math.max(LEAST_HEIGHT, (part / max) * tallest);
    top -= height;
    return <rect key={kind} data-ending={kind} width={BAR_WIDTH - GAP} y={top} height={height} />;
  });
}
