'use client';

import { Button, Group, Switch, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useFormatter, useTranslations } from 'next-intl';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useRef,
  useState,
  useTransition,
} from 'react';
import { MINUTE_MS } from '@/lib/base/time/time';
import { usePath } from '@/ui/parts/path';

interface RefreshProps {
  /** When the page was read. */
  readonly at: Date;
  readonly everyMs: number;
  /** Goes on while nobody uses the page. */
  readonly unattended?: boolean;
  /** Id of a list that must not move while somebody reads it. */
  readonly list?: string;
}

/** Refreshes the page regularly and shows when it did. */
export function Refresh({ at, everyMs, unattended = false, list }: RefreshProps) {
  const t = useTranslations('refresh');
  const format = useFormatter();
  const { state, resume } = useRefresh(everyMs, unattended, list);
  const time = format.dateTime(at, { timeStyle: 'medium', hourCycle: 'h23' });
  const failed = state === 'failed';
  return (
    <Group gap="sm">
      <Text size="sm" c={failed ? 'var(--mantine-color-error)' : 'dimmed'} className="numeric">
        {t(state, { time })}
      </Text>
      {state === 'idle' && (
        <Button variant="default" size="compact-sm" onClick={resume}>
          {t('resume')}
        </Button>
      )}
    </Group>
  );
}

/** Refreshing counts as activity, so an unattended screen must not keep the session open. */
const IDLE_MS = 15 * MINUTE_MS;

function useRefresh(everyMs: number, unattended: boolean, list: string | undefined) {
  const router = useRouter();
  const usedAt = useLastUse();
  const [state, setState] = useState<'on' | 'reading' | 'failed' | 'idle'>('on');
  const [pending, startTransition] = useTransition();
  const refresh = useEffectEvent(async () => {
    if (document.hidden || pending || state === 'idle') return;
    if (!unattended && performance.now() - usedAt.current > IDLE_MS) return setState('idle');
    if (list !== undefined && isBeingRead(list)) return setState('reading');
    // A refresh would leave the page when the server does not answer.
    const isUp = await fetch('/icon.svg', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    setState(isUp ? 'on' : 'failed');
    if (isUp) startTransition(() => router.refresh());
  });
  useEffect(() => {
    const timer = setInterval(() => void refresh(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  const resume = () => {
    setState('on');
    startTransition(() => router.refresh());
  };
  return { state, resume };
}

/** Height of the page header, which covers what is scrolled under it. */
const HEADER_PX = 56;

/** True when the start of a list is out of sight, or it holds the focus or a selection. */
function isBeingRead(id: string): boolean {
  const list = document.getElementById(id);
  if (list === null) return false;
  const selection = getSelection();
  return (
    list.getBoundingClientRect().top < HEADER_PX ||
    list.contains(document.activeElement) ||
    (selection?.isCollapsed === false && selection.containsNode(list, true))
  );
}

const USES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Returns the time of the last input on the page. */
function useLastUse(): RefObject<number> {
  const usedAt = useRef(0);
  useEffect(() => {
    const note = () => {
      usedAt.current = performance.now();
    };
    note();
    const passive = { passive: true };
    for (const use of USES) window.addEventListener(use, note, passive);
    return () => {
      for (const use of USES) window.removeEventListener(use, note);
    };
  }, []);
  return usedAt;
}

interface RefreshSwitchProps {
  /** Parameter of the URL. */
  readonly name: 'live' | 'wall';
  readonly on: boolean;
}

/** Switches a way of refreshing, which is a parameter of the URL. */
export function RefreshSwitch({ name, on }: RefreshSwitchProps) {
  const t = useTranslations('refresh');
  const router = useRouter();
  const pathWith = usePath();
  const [shown, show] = useOptimistic(on);
  const [, startTransition] = useTransition();
  const toggle = () =>
    startTransition(() => {
      show(!shown);
      router.replace(pathWith({ [name]: shown ? undefined : '1' }), { scroll: false });
    });
  return <Switch label={t(name)} title={t(`what.${name}`)} checked={shown} onChange={toggle} />;
}
