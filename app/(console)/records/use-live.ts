'use client';

import { useRouter } from 'next/navigation';
import { type RefObject, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react';
import { useAddress } from '@/app/(console)/layout/address';
import type { NewerQueries } from '@/lib/console/newer-queries';
import { MINUTE_MS } from '@/lib/time';

/** Why updating stopped. */
export type Stop = 'signed_out' | 'failed' | 'idle';

interface Asked {
  readonly view: string;
  readonly at: string;
  readonly later: boolean;
}

const EVERY_MS = 3_000;
const MOST_FAILURES = 3;
/** Polling counts as activity, so an unattended screen must not keep the session open. */
export const IDLE_MS = 15 * MINUTE_MS;

/**
 * Polls for new records and refreshes the page. While somebody is reading the rows, which would
 * move, the new ones wait for `show`.
 */
export function useLive({ view, at, later }: Asked, list: RefObject<HTMLElement | null>) {
  const router = useRouter();
  const address = useAddress();
  const [newer, setNewer] = useState({ at, waiting: 0, added: 0 });
  const [stop, setStop] = useState<Stop>();
  const [pending, startTransition] = useTransition();
  const failures = useRef(0);
  const usedAt = useLastUse();
  // A new page already contains everything up to its own time.
  if (!pending && newer.at !== at && newer.waiting > 0)
    setNewer({ at, waiting: 0, added: newer.added + newer.waiting });
  const cursor = useRef(at);
  useEffect(() => {
    cursor.current = at;
  }, [at]);

  const show = () =>
    startTransition(() => {
      if (later) router.push(address({ before: undefined }));
      else router.refresh();
    });
  const poll = useEffectEvent(async (signal: AbortSignal) => {
    if (document.hidden || pending) return;
    if (performance.now() - usedAt.current > IDLE_MS) return setStop('idle');
    const since = cursor.current;
    const answer = await ask(view, since, signal);
    // A page that arrived in the meantime contains what was counted.
    if (signal.aborted || cursor.current !== since) return;
    if (answer === 'signed_out') return setStop(answer);
    failures.current = answer === 'failed' ? failures.current + 1 : 0;
    if (answer === 'failed') return failures.current >= MOST_FAILURES ? setStop(answer) : undefined;
    cursor.current = answer.at;
    const waiting = newer.waiting + answer.count;
    if (waiting === 0) return;
    setNewer({ ...newer, at, waiting });
    if (!later && !isBeingRead(list.current)) show();
  });
  useEffect(() => {
    if (stop !== undefined) return;
    const controller = new AbortController();
    let timer: number;
    const turn = async () => {
      await poll(controller.signal);
      timer = window.setTimeout(turn, EVERY_MS);
    };
    timer = window.setTimeout(turn, EVERY_MS);
    return () => {
      controller.abort();
      window.clearTimeout(timer);
    };
  }, [stop]);
  const resume = () => {
    failures.current = 0;
    usedAt.current = performance.now();
    setStop(undefined);
    show();
  };
  return { waiting: newer.waiting, added: newer.added, stop, show, resume };
}

/** Height of the page header, which covers what is scrolled under it. */
const HEADER_PX = 56;

/** True when the start of the list is out of sight, or a row has the focus or a selection. */
function isBeingRead(list: HTMLElement | null): boolean {
  if (list === null) return false;
  const rows = list.querySelector('tbody');
  const selection = getSelection();
  const selected = selection?.isCollapsed === false && rows !== null;
  return (
    list.getBoundingClientRect().top < HEADER_PX ||
    (rows?.contains(document.activeElement) ?? false) ||
    (selected && selection.containsNode(rows, true))
  );
}

async function ask(
  view: string,
  at: string,
  signal: AbortSignal,
): Promise<NewerQueries | 'signed_out' | 'failed'> {
  try {
    const query = new URLSearchParams(view);
    query.set('at', at);
    const answer = await fetch(`/console/queries/newer?${query}`, {
      signal,
      redirect: 'manual',
      cache: 'no-store',
    });
    if (answer.type === 'opaqueredirect') return 'signed_out';
    const body: unknown = answer.ok ? await answer.json() : undefined;
    return isNewer(body) ? body : 'failed';
  } catch {
    return 'failed';
  }
}

function isNewer(value: unknown): value is NewerQueries {
  if (typeof value !== 'object' || value === null) return false;
  return 'count' in value && typeof value.count === 'number' && 'at' in value;
}

const USES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'] as const;

/** Returns the time of the last input on the page. */
export function useLastUse(): RefObject<number> {
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
