'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';

/** Asks before the page is left. The browser itself asks before it is closed or reloaded. */
export function LeaveGuard({ when, what }: { readonly when: boolean; readonly what: string }) {
  const t = useTranslations('leave');
  const [leave, setLeave] = useAttempt(when);
  return (
    <ConfirmDialog
      opened={leave !== undefined}
      title={t('title')}
      action={t('leave')}
      cancel={t('stay')}
      danger
      onClose={() => setLeave(undefined)}
      onConfirm={() => leave?.()}
    >
      {what}
    </ConfirmDialog>
  );
}

type Leave = () => void;

/** Intercepts navigation and returns the function that continues it. */
function useAttempt(when: boolean) {
  const router = useRouter();
  const [leave, setLeave] = useState<Leave>();
  useEffect(() => {
    if (!when) return;
    const listening = new AbortController();
    const { signal } = listening;
    const ask = (go: Leave) =>
      setLeave(() => () => {
        listening.abort();
        go();
      });
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    const onClick = (event: MouseEvent) => {
      const href = linkOf(event);
      if (href === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(href));
    };
    document.addEventListener('click', onClick, { signal, capture: true });
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => void window.navigation.traverseTo(key));
    };
    // In a browser without the Navigation API, the back button does not ask.
    if ('navigation' in window)
      window.navigation.addEventListener('navigate', onNavigate, { signal });
    return () => listening.abort();
  }, [when, router]);
  return [leave, setLeave] as const;
}

/** Returns where a plain click leads, if that is another page in this window. */
function linkOf(event: MouseEvent): string | undefined {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!plain || link === null || !link.href || link.target !== '') return undefined;
  const { origin, pathname, search } = new URL(link.href);
  const here = window.location;
  if (origin !== here.origin || `${pathname}${search}` === `${here.pathname}${here.search}`) {
    return undefined;
  }
  return `${pathname}${search}`;
}
