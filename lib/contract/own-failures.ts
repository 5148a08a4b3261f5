import { type Failure, failures } from './failures';
import type { Family } from './families';
import type { Identifiers } from './lookup-types';

/**
 * NITs for which a development deployment answers failures of the integration itself, so that an
 * integrator sees them without being suspended. They are reserved as those of the sources are.
 */
export const ownFailures = {
  'own-401': { nit: '99008017', failure: 'credentials_unknown' },
  'own-402': { nit: '99008025', failure: 'no_balance' },
  'own-403': { nit: '99008033', failure: 'not_enabled' },
  'own-429': { nit: '99008041', failure: 'rate_limit' },
} as const satisfies Readonly<Record<string, { nit: string; failure: Failure }>>;

const rows = Object.values(ownFailures);

/** Returns the failure that the first reserved NIT of a query asks for, if its family has it. */
export function ownFailureOf(family: Family, identifiers: Identifiers): Failure | undefined {
  const given = Object.values(identifiers).flat();
  const reserved = rows.find(({ nit }) => given.includes(nit));
  return reserved && failures[reserved.failure].answers[family] && reserved.failure;
}
