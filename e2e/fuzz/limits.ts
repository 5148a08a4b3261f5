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

export function limitVariables({ global, renap, rtu, catalogos }: Limits): Record<string, string> {
  return {
    TRUSTED_PROXY_HOPS: '1',
    LIMIT_GLOBAL: String(global),
    LIMIT_RENAP: String(renap),
    LIMIT_RTU: String(rtu),
    LIMIT_CATALOGOS: String(catalogos),
  };
}
