import type { Failure } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { Customer } from './customers';
import type { LargeOptions } from './options';
import { Random, Weighted } from './random';
import type { Hour } from './rhythm';
import type { Ids } from './rows';
import { copyRows, type Tx } from './store';

const COLUMNS = 'minute, integration_id, nombre, lookup, reason, refusals';
const MINUTE_MS = 60_000;
/** Refused requests beside recorded queries. */
const REFUSAL_SHARE = 0.03;
const MAX_PER_MINUTE = 12;
const UNKNOWN_SHARE = 0.15;

type Reasons = readonly [Failure, number][];
const OF_ANYBODY: Reasons = [
  ['rate_limit', 40],
  ['identifier_missing', 25],
  ['input_invalid', 6],
  ['body_too_large', 1],
];
const OF_NOBODY: Reasons = [
  ['credentials_unknown', 60],
  ['credentials_missing', 30],
  ['global_limit', 10],
];
const UNKNOWN_NAMES = ['', '', 'prueba', 'test', 'facturador-sat', 'integracion-demo', 'postman'];

const anybody = weighted(OF_ANYBODY);
const nobody = weighted(OF_NOBODY);

function weighted(reasons: Reasons): Weighted<Failure> {
  return new Weighted(
    reasons.map(([reason]) => reason),
    reasons.map(([, weight]) => weight),
  );
}

/** Requests that ended before their source, in the rhythm of those that did not. */
export async function fillRefusals(
  tx: Tx,
  options: LargeOptions,
  customers: readonly Customer[],
  hours: readonly Hour[],
  ids: Ids,
): Promise<void> {
  await tx`CREATE TEMP TABLE large_refusals (LIKE refusal_counts) ON COMMIT DROP`;
  const rows = refusalRows(options, customers, hours, ids);
  await copyRows(tx, `large_refusals (${COLUMNS})`, rows);
  // Those of nobody in particular may be there already.
  await tx.unsafe(
    `INSERT INTO refusal_counts AS c (${COLUMNS}) SELECT ${COLUMNS} FROM large_refusals ORDER BY minute
    ON CONFLICT (minute, integration_id, nombre, lookup, reason)
      DO UPDATE SET refusals = c.refusals + excluded.refusals`,
  );
}

function* refusalRows(
  options: LargeOptions,
  customers: readonly Customer[],
  hours: readonly Hour[],
  ids: Ids,
): Generator<string> {
  const random = new Random(options.seed, 'refusals');
  const pick = new Weighted(
    customers,
    customers.map(({ weight }) => weight),
  );
  for (const hour of hours) {
    const counts = new Map<string, number>();
    let left = Math.round(hour.queries * REFUSAL_SHARE + random.share() - 0.5);
    while (left > 0) {
      const refusals = Math.min(left, random.int(1, MAX_PER_MINUTE));
      left -= refusals;
      const minute =
        hour.startMs + Math.floor((random.share() * hour.lengthMs) / MINUTE_MS) * MINUTE_MS;
      const key = `${new Date(minute).toISOString()}\t${drawRefusal(random, pick.draw(random), minute, ids)}`;
      counts.set(key, (counts.get(key) ?? 0) + refusals);
    }
    for (const [key, refusals] of counts) yield `${key}\t${refusals}\n`;
  }
}

function drawRefusal(random: Random, customer: Customer, atMs: number, ids: Ids): string {
  const gone = customer.suspendedMs !== null && customer.suspendedMs <= atMs;
  if (gone || customer.createdMs > atMs || random.chance(UNKNOWN_SHARE)) {
    const nombre = gone ? customer.nombre : random.pick(UNKNOWN_NAMES);
    const reason = gone ? 'credentials_unknown' : nobody.draw(random);
    return [0, nombre, random.pick(LOOKUPS), reason].join('\t');
  }
  const lookup = random.pick(LOOKUPS);
  const reason = reasonOf(random, customer, lookup);
  return [ids.integration[customer.place] ?? 0, '', lookup, reason].join('\t');
}

function reasonOf(random: Random, { flags, exhausted }: Customer, lookup: Lookup): Failure {
  const { flag, billed } = lookupFacts[lookup];
  if (!flags[flag]) return 'not_enabled';
  if (billed && exhausted && random.chance(0.8)) return 'no_balance';
  if (lookup === 'rtu' && random.chance(0.3)) return 'too_many_nits';
  return anybody.draw(random);
}
