import { type Failure, failureAnswers } from '@/lib/contract/failures';
import { FAMILIES, type Family } from '@/lib/contract/families';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { recordOf } from '@/lib/record';
import { type Random, Weighted } from './random';

/** How a query ended, as its record says it. */
export interface Ending {
  readonly estado: 'completada' | 'cancelada' | 'interrumpida';
  readonly status: number | null;
  readonly outcome: 'found' | Failure;
  readonly cause: string | null;
  /** Charged when its lookup is. */
  readonly billable: boolean;
  readonly pace: Pace;
}

/** How long the source took: as ever, until the deadline, no time at all, or until nobody waited. */
export type Pace = 'usual' | 'deadline' | 'at_once' | 'hung_up' | 'unknown';

interface Share {
  readonly outcome: 'found' | Failure;
  /** Of a registry that answered with a status of its own. */
  readonly status?: number;
  readonly cause?: string;
  readonly pace?: Pace;
  readonly calm: number;
  /** While the source is down. */
  readonly down: number;
}

/** Troubles that every source has. */
const troubles: readonly Share[] = [
  { outcome: 'source_unavailable', cause: 'deadline', pace: 'deadline', calm: 2.4, down: 380 },
  { outcome: 'source_unavailable', cause: 'ECONNREFUSED', pace: 'at_once', calm: 0.6, down: 240 },
  { outcome: 'source_unavailable', cause: 'UND_ERR_SOCKET', calm: 1.6, down: 60 },
  { outcome: 'source_unavailable', cause: 'not a JSON object', calm: 0.6, down: 40 },
  { outcome: 'client_gone', pace: 'hung_up', calm: 3.2, down: 60 },
  { outcome: 'interrupted', pace: 'unknown', calm: 0.15, down: 0.15 },
  { outcome: 'failure', calm: 0.05, down: 0.05 },
];

const SHARES: Readonly<Record<Family, readonly Share[]>> = {
  renap: [
    { outcome: 'found', status: 200, calm: 960, down: 100 },
    { outcome: 'found', status: 404, calm: 31, down: 3 },
    ...troubles,
  ],
  rtu: [{ outcome: 'found', status: 200, calm: 991, down: 100 }, ...troubles],
  catalogos: [
    { outcome: 'found', status: 200, calm: 915, down: 90 },
    { outcome: 'source_not_found', cause: 'status 404', calm: 52, down: 5 },
    { outcome: 'source_not_found', cause: 'marked as failed', calm: 6, down: 1 },
    { outcome: 'source_rejected_input', cause: 'status 400', calm: 12, down: 1 },
    { outcome: 'source_limited', cause: 'status 429', calm: 2.5, down: 4 },
    { outcome: 'source_denied', cause: 'status 403', calm: 0.4, down: 0.1 },
    { outcome: 'source_unavailable', cause: 'status 503', calm: 2, down: 120 },
    ...troubles,
  ],
};

/** Draws how queries of each lookup end. */
export class Endings {
  readonly #calm: Readonly<Record<Family, Weighted<Ending>>>;
  readonly #down: Readonly<Record<Family, Weighted<Ending>>>;

  constructor() {
    const weighted = (family: Family, when: 'calm' | 'down') =>
      new Weighted(
        SHARES[family].map((share) => endingOf(family, share)),
        SHARES[family].map((share) => share[when]),
      );
    this.#calm = recordOf(FAMILIES, (family) => weighted(family, 'calm'));
    this.#down = recordOf(FAMILIES, (family) => weighted(family, 'down'));
  }

  draw(random: Random, lookup: Lookup, isDown: boolean): Ending {
    return (isDown ? this.#down : this.#calm)[lookupFacts[lookup].family].draw(random);
  }
}

function endingOf(family: Family, { outcome, status, cause, pace = 'usual' }: Share): Ending {
  const estado =
    pace === 'hung_up' ? 'cancelada' : pace === 'unknown' ? 'interrumpida' : 'completada';
  const answered = status ?? (outcome === 'found' ? 200 : failureAnswers[family][outcome].status);
  return {
    estado,
    status: estado === 'completada' ? answered : null,
    outcome,
    cause: cause ?? null,
    billable: family === 'catalogos' && outcome === 'found',
    pace,
  };
}

/** Half of the answers come sooner, in ms, and how far they spread. */
const LATENCY: Readonly<Record<string, readonly [medianMs: number, sigma: number]>> = {
  renap: [420, 0.45],
  rtu: [650, 0.5],
  'cui-nit': [310, 0.5],
  'rtu-v2': [880, 0.55],
  omisos: [1_350, 0.6],
};
const USUAL_LATENCY = [500, 0.5] as const;
/** The ceiling of a query less what is kept for settling it. */
const DEADLINE_MS = 28_000;
/** At its busiest a source takes half as long again. */
const LOAD_FACTOR = 0.5;

/** Milliseconds that the source took. */
export function drawSourceMs(random: Random, lookup: Lookup, pace: Pace, load: number): number {
  if (pace === 'deadline') return DEADLINE_MS + random.share() * 4;
  if (pace === 'at_once') return 0.6 + random.share() * 3;
  const [medianMs, sigma] = LATENCY[lookup] ?? USUAL_LATENCY;
  const usualMs = random.logNormal(medianMs * (1 + LOAD_FACTOR * load), sigma);
  const patienceMs = pace === 'hung_up' ? 0.3 + random.share() * 4 : 1;
  return Math.min(usualMs * patienceMs, DEADLINE_MS - 1);
}
