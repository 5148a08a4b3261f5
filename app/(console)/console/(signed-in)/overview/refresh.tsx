'use client';

import { Button, Group, Switch, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import { useAddress } from '@/app/(console)/layout/address';
import { IDLE_MS, useLastUse } from '@/app/(console)/records/use-live';
import { MINUTE_MS } from '@/lib/time';

interface RefreshProps {
  readonly at: Date;
  /** Whether the page is on a display that nobody touches. */
  readonly wall: boolean;
}

/** Refreshes the page every minute and shows when it did. */
export function Refresh({ at, wall }: RefreshProps) {
  const t = useTranslations('refresh');
  const format = useFormatter();
  const router = useRouter();
  const address = useAddress();
  const usedAt = useLastUse();
  const [state, setState] = useState<'on' | 'failed' | 'idle'>('on');
  const [, startTransition] = useTransition();
  const refresh = useEffectEvent(async () => {
    if (document.hidden || state === 'idle') return;
    if (!wall && performance.now() - usedAt.current > IDLE_MS) return setState('idle');
    // A refresh would leave the page when the server does not answer.
    const isUp = await fetch('/icon.svg', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    setState(isUp ? 'on' : 'failed');
    if (isUp) startTransition(() => router.refresh());
  });
  useEffect(() => {
    const timer = setInterval(() => void refresh(), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const resume = () => {
    setState('on');
    startTransition(() => router.refresh());
  };
  const time = format.dateTime(at, { timeStyle: 'medium', hourCycle: 'h23' });
  const failed = state === 'failed';
  return (
    <Group gap="sm" data-wall={wall || undefined}>
      <Text size="sm" c={failed ? 'var(--mantine-color-error)' : 'dimmed'} className="numeric">
        {t(state, { time })}
      </Text>
      {state === 'idle' && (
        <Button variant="default" size="compact-sm" onClick={resume}>
          {t('resume')}
        </Button>
      )}
      <Switch
        label={t('wall')}
        title={t('wallWhat')}
        checked={wall}
        onChange={() => router.replace(address({ wall: wall ? undefined : '1' }))}
      />
    </Group>
  );
}
