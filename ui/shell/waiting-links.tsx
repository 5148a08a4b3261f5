'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';

const WAITING = 'aria-busy';

/** Marks a followed link until its page is there; the style sheet shows the mark. */
export function WaitingLinks() {
  const place = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark goes when the page changes
  useEffect(() => {
    for (const link of document.querySelectorAll(`a[${WAITING}]`)) link.removeAttribute(WAITING);
  }, [place]);
  useEffect(() => {
    const mark = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      // The router prevents the default of the links that it follows.
      if (!event.defaultPrevented || link === null || link.href === window.location.href) return;
      link.setAttribute(WAITING, 'true');
    };
    document.addEventListener('click', mark);
    return () => document.removeEventListener('click', mark);
  }, []);
  return null;
}
