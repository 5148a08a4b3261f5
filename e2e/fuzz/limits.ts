import type { Settings } from '@/lib/env';

type Limits = Settings['limits'];

/**
 * Such that the busy integration and the crowded address meet theirs in a run of so many requests to
 * each lookup, and nobody else does.
 */
export function limitsFor(requests: number): Limits {
  const share = (of: number) => Math.max(4, Math.round(requests / of));
  return { global: share(20), renap: share(50), rtu: share(50), catalogos: share(16) };
}
