'use client';

import { usePathname, useSearchParams } from 'next/navigation';

/** Where a page of rows begins. Another order or another filter begins at the start. */
export const PAGING = ['after', 'before', 'page'] as const;

type Changes = Readonly<Record<string, string | undefined>>;

/** Writes the address of this page with other parameters; `undefined` takes one away. */
export function useAddress(): (changes: Changes) => string {
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
