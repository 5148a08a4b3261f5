'use client';

import { usePathname, useSearchParams } from 'next/navigation';

/** Parameters that say where a page of rows begins. */
const PAGING = ['before', 'page'] as const;

type Changes = Readonly<Record<string, string | undefined>>;

/** Removes some parameters and begins with the first page of rows. */
export function withoutValues(names: readonly string[] = []): Changes {
  return Object.fromEntries([...PAGING, ...names].map((name) => [name, undefined]));
}

/** Returns a function that writes the path of this page; `undefined` removes a parameter. */
export function usePath(): (changes: Changes) => string {
  const pathname = usePathname();
  const present = useSearchParams();
  return (changes) => {
    const parameters = new URLSearchParams(present);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) parameters.delete(name);
      else parameters.set(name, value);
    }
    return parameters.size === 0 ? pathname : `${pathname}?${parameters}`;
  };
}
