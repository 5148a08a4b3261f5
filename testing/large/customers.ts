import { FLAGS, type Flags, LOOKUPS, type Lookup, lookupOfFlag } from '@/lib/contract/lookups';
import { digestToken } from '@/lib/integrations/token';
import { recordOf } from '@/lib/record';
import type { LargeOptions } from './options';
import { Random, Weighted } from './random';
import { DAY_MS, monthStarts } from './rhythm';
import { drawVendors, type Vendor } from './vendors';

/** A token; nobody knows it, its digest stands for one. */
export interface PlannedToken {
  readonly digest: Buffer;
  readonly lastFour: string;
  readonly fromMs: number;
  /** Replaced by the next one then. */
  readonly untilMs: number | null;
}

/** A price of a billed query, in 1/10000 quetzal, and since when it holds. */
export interface PlannedTariff {
  readonly fromMs: number;
  readonly tarifa: number;
}

/** An integration as it is to be, with what decides how it behaves. */
export interface Customer extends Vendor {
  readonly place: number;
  readonly flags: Flags;
  readonly lookups: Weighted<Lookup>;
  /** Its share of all queries, beside the others'. */
  readonly weight: number;
  readonly createdMs: number;
  readonly suspendedMs: number | null;
  readonly tariffs: readonly PlannedTariff[];
  readonly tokens: readonly PlannedToken[];
  /** What it usually tops up, and the balance at which it does, in 1/10000 quetzal. */
  readonly topUp: number;
  readonly reserve: number;
  readonly lowBalance: number | null;
  readonly receiptsEnabled: boolean;
  /** Where among the taxpayers its own customers gather. */
  readonly origin: number;
  /** Sends ids of its own with its requests. */
  readonly requestPrefix: string | null;
  /** Ends the period without balance. */
  readonly exhausted: boolean;
}

type Mix = Readonly<Partial<Record<Lookup, number>>>;

/** What kinds of vendors ask for. */
const MIXES: readonly Mix[] = [
  { 'cui-nit': 0.6, 'rtu-v2': 0.25, rtu: 0.15 },
  { 'cui-nit': 0.8, omisos: 0.2 },
  { renap: 0.4, omisos: 0.35, 'cui-nit': 0.25 },
  { 'rtu-v2': 0.45, omisos: 0.35, rtu: 0.2 },
  { renap: 0.2, rtu: 0.15, 'cui-nit': 0.35, 'rtu-v2': 0.2, omisos: 0.1 },
  { renap: 0.6, rtu: 0.4 },
];
const mixes = new Weighted(MIXES, [30, 20, 14, 14, 16, 6]);

const QUETZAL = 10_000;
const TARIFFS = [2_500, 3_500, 5_000, 5_000, 6_000, 7_500, 10_000];
const VOLUME_TARIFFS = [1_250, 1_500, 2_000];
const VOLUME_CUSTOMERS_SHARE = 0.05;
const TOP_UPS = [50, 100, 200, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

export function planCustomers(options: LargeOptions, taken: ReadonlySet<string>): Customer[] {
  const random = new Random(options.seed, 'customers');
  const vendors = drawVendors(random, options.integrations, taken);
  const weights = vendors.map((_, rank) => random.logNormal(1, 0.3) / (rank + 2) ** 1.15);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  // In the order in which they came, which says nothing about their size.
  return vendors
    .map((vendor, rank) => {
      const weight = (weights[rank] ?? 0) / total;
      return planCustomer(options, random, vendor, rank, weight);
    })
    .sort((a, b) => a.createdMs - b.createdMs)
    .map((customer, place) => ({ ...customer, place }));
}

function planCustomer(
  options: LargeOptions,
  random: Random,
  vendor: Vendor,
  rank: number,
  weight: number,
): Customer {
  const [startMs = options.until] = monthStarts(options);
  const steady = rank < Math.max(1, options.integrations * VOLUME_CUSTOMERS_SHARE);
  const periodMs = options.until - startMs;
  const isNew = !steady && random.chance(0.25);
  const createdMs = isNew
    ? startMs + random.share() * periodMs * 0.95
    : startMs - random.share() * 700 * DAY_MS;
  const leftMs = options.until - createdMs;
  const tariffs = planTariffs(random, steady ? VOLUME_TARIFFS : TARIFFS, createdMs, options.until);
  const mix = mixes.draw(random);
  const perMonth = (weight * options.records * (tariffs[0]?.tarifa ?? 0)) / options.months;
  const topUp = roundTopUp(perMonth / random.pick([1, 2, 3]));
  return {
    ...vendor,
    place: rank,
    flags: flagsOf(mix, random),
    lookups: new Weighted(
      LOOKUPS,
      LOOKUPS.map((lookup) => mix[lookup] ?? 0),
    ),
    weight,
    createdMs,
    suspendedMs:
      !steady && random.chance(0.05) ? options.until - random.share() * leftMs * 0.4 : null,
    tariffs,
    tokens: planTokens(random, createdMs, options.until),
    topUp,
    reserve: Math.round(topUp * (0.02 + 0.1 * random.share())),
    lowBalance: random.chance(0.6) ? Math.round(topUp * random.pick([0.1, 0.2, 0.5])) : null,
    receiptsEnabled: random.chance(0.2),
    origin: random.share(),
    requestPrefix: random.chance(0.25) ? vendor.nombre.slice(0, 3) : null,
    exhausted: !steady && random.chance(0.04),
  };
}

function flagsOf(mix: Mix, random: Random): Flags {
  const on = (lookup: Lookup) => mix[lookup] !== undefined || random.chance(0.1);
  return recordOf(FLAGS, (flag) => on(lookupOfFlag(flag)));
}

function planTariffs(
  random: Random,
  choice: readonly number[],
  createdMs: number,
  untilMs: number,
): PlannedTariff[] {
  const first = { fromMs: createdMs, tarifa: random.pick(choice) };
  if (random.chance(0.75)) return [first];
  const fromMs = createdMs + (0.2 + 0.7 * random.share()) * (untilMs - createdMs);
  const tarifa = Math.round((first.tarifa * random.pick([0.8, 0.9, 1.1, 1.2])) / 50) * 50;
  return [first, { fromMs, tarifa }];
}

function planTokens(random: Random, createdMs: number, untilMs: number): PlannedToken[] {
  const rotations = random.pick([0, 0, 0, 1, 1, 2]);
  const starts = Array.from(
    { length: rotations },
    () => createdMs + random.share() * (untilMs - createdMs),
  );
  const froms = [createdMs, ...starts.sort((a, b) => a - b)];
  return froms.map((fromMs, place) => {
    const token = `pas_dev_${random.bytes(32).toString('base64url')}`;
    const untilMs = froms[place + 1] ?? null;
    return { digest: digestToken(token), lastFour: token.slice(-4), fromMs, untilMs };
  });
}

function roundTopUp(tenThousandths: number): number {
  const quetzales = tenThousandths / QUETZAL;
  return (TOP_UPS.find((round) => round >= quetzales) ?? 250_000) * QUETZAL;
}
