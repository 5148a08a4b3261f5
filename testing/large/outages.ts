import { FAMILIES, type Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { recordOf } from '@/lib/record';
import type { LargeOptions } from './options';
import { Random } from './random';
import { DAY_MS, monthStarts } from './rhythm';

const MINUTE_MS = 60_000;
const DAYS_BETWEEN_OUTAGES = 18;

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** When each source was down: for minutes, seldom for hours, a few times in a quarter. */
export class Outages {
  readonly #spans: Readonly<Record<Family, readonly Span[]>>;

  constructor(options: LargeOptions) {
    const random = new Random(options.seed, 'outages');
    const [startMs = options.until] = monthStarts(options);
    this.#spans = recordOf(FAMILIES, () => drawSpans(random, startMs, options.until));
  }

  /** The outages of each family that touch a stretch of time. */
  during(fromMs: number, untilMs: number): (lookup: Lookup, atMs: number) => boolean {
    const touching = FAMILIES.map((family) => ({
      family,
      spans: this.#spans[family].filter((span) => span.fromMs < untilMs && span.untilMs > fromMs),
    })).filter(({ spans }) => spans.length > 0);
    if (touching.length === 0) return () => false;
    return (lookup, atMs) =>
      touching.some(
        ({ family, spans }) =>
          lookupFacts[lookup].family === family &&
          spans.some((span) => atMs >= span.fromMs && atMs < span.untilMs),
      );
  }
}

function drawSpans(random: Random, startMs: number, untilMs: number): Span[] {
  const spans: Span[] = [];
  let at = startMs;
  for (;;) {
    at += random.logNormal(DAYS_BETWEEN_OUTAGES * DAY_MS, 0.8);
    if (at >= untilMs) return spans;
    const lengthMs = random.logNormal(25 * MINUTE_MS, 0.8);
    spans.push({ fromMs: at, untilMs: at + lengthMs });
  }
}
