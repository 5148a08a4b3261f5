'use client';

import { notifications } from '@mantine/notifications';
import { usePathname, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';

const WAITING = 'aria-busy';

/**
 * Marks a followed link until its page is there; the style sheet shows the mark. Keeps the page while
 * there is no connection.
 */
export function WaitingLinks() {
  const t = useTranslations('messages');
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
    // Without a connection the browser would replace the page by its own message.
    const keep = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (navigator.onLine || link === null || link.hash !== '') return;
      event.preventDefault();
      event.stopPropagation();
      notifications.show({ id: 'offline', color: 'red', message: t('offline') });
    };
    document.addEventListener('click', mark);
    document.addEventListener('click', keep, { capture: true });
    return () => {
      document.removeEventListener('click', mark);
      document.removeEventListener('click', keep, { capture: true });
    };
  }, [t]);
  return null;
}
