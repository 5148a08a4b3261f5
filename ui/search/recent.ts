'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

/** An integration or a query that somebody opened lately. */
export interface Recent {
  readonly kind: 'integration' | 'query';
  /** Name or id. */
  readonly id: string;
}

const MOST = 6;
const PATHS = {
  integration: /^\/console\/integrations\/([a-z0-9._-]{3,64})(?:\/|$)/,
  query: /^\/console\/queries\/([0-9a-f-]{36})$/,
};

/** Kept in the browser, apart for each user. */
const keyOf = (email: string) => `pasarela.recent.${email}`;

export function readRecents(email: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(email)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) {
    return false;
  }
  return ['integration', 'query'].includes(String(value.kind)) && typeof value.id === 'string';
}

export function addressOfRecent({ kind, id }: Recent): string {
  return kind === 'integration' ? `/console/integrations/${id}` : `/console/queries/${id}`;
}

/** Remembers the integrations and queries that are opened. */
export function useRecents(email: string): void {
  const pathname = usePathname();
  useEffect(() => {
    for (const kind of ['integration', 'query'] as const) {
      const [, id] = PATHS[kind].exec(pathname) ?? [];
      if (id === undefined) continue;
      const others = readRecents(email).filter((one) => one.kind !== kind || one.id !== id);
      const recents = [{ kind, id }, ...others].slice(0, MOST);
      try {
        localStorage.setItem(keyOf(email), JSON.stringify(recents));
      } catch {
        // A browser without storage remembers nothing.
      }
    }
  }, [pathname, email]);
}
