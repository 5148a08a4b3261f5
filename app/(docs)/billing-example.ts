import { type Lookup, lookupFacts } from '@/lib/contract/lookups';

/** Example of five queries, charged by the rules. */

interface Step {
  readonly lookup: Lookup;
  /** Status that the source would answer. */
  readonly answer: number;
  readonly retried?: boolean;
}

const steps: readonly Step[] = [
  { lookup: 'cui-nit', answer: 200 },
  { lookup: 'omisos', answer: 404 },
  { lookup: 'rtu-v2', answer: 502 },
  { lookup: 'rtu-v2', answer: 200, retried: true },
  { lookup: 'omisos', answer: 200 },
];

/** Returns the rows of the example; `available` is what remains after the last one. */
export function billingExample() {
  const balance = 20_000n;
  const tariff = 7_500n;
  let available = balance;
  const rows = steps.map(({ lookup, answer, retried = false }) => {
    const admitted = available > 0n && available >= tariff;
    const status = admitted ? answer : 402;
    const charge = status === 200 ? tariff : 0n;
    available -= charge;
    return { path: lookupFacts[lookup].path, retried, status, charge, available };
  });
  return { balance, tariff, rows, available };
}
