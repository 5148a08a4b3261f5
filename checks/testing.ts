import { LOOKUPS } from '@/lib/contract/lookups';
import type { Settings } from './settings';

export const account = { login: 'a', token: 'b' };

/** Settings of a run in development with nobody but the integration under test. */
export const settings: Settings = {
  baseUrl: new URL('http://127.0.0.1/'),
  environment: 'development',
  accounts: { integration: account },
  lookups: LOOKUPS,
  only: [],
  include: [],
  limits: { global: 100, renap: 30, rtu: 50, catalogos: 30 },
  taxpayer: {},
  spend: undefined,
  meteredQueries: 1,
  partialLookups: [],
  timeoutMs: 1_000,
};
