'use client';

import { notifications } from '@mantine/notifications';
import { unstable_rethrow, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, useContext, useTransition } from 'react';
import type { ActionError, ActionResult } from '@/lib/console/session/action';
import { useKeptFocus } from './focus';

const REMEDIABLE = [
  'signed_out',
  'reauthentication_required',
] as const satisfies readonly ActionError[];

/** Errors that the user can remedy, so that the action can be run again. */
export type Remediable = (typeof REMEDIABLE)[number];

/** Asks the user to remedy an error. Resolves to false when the user declines. */
export type Remedy = (error: Remediable) => Promise<boolean>;

/** `RemedyProvider` supplies it. */
export const RemedyContext = createContext<Remedy>(() => Promise.resolve(false));

interface Outcome<T> {
  readonly done?: (data: T) => void;
  /** Shows an error elsewhere than in a notification. */
  readonly failed?: (error: ActionError) => void;
  /** Does not refresh the page after success. */
  readonly stay?: boolean;
}

/** Returns a lost connection as a value, so that the page keeps what was typed. */
async function answerOf<T>(action: () => Promise<ActionResult<T>>): Promise<ActionResult<T>> {
  try {
    return await action();
  } catch (error) {
    // A redirect is not a failure.
    unstable_rethrow(error);
    return { ok: false, error: 'unreachable' };
  }
}

/** Runs an action again after each remedy. Returns undefined when the user declines one. */
async function remedied<T>(
  action: () => Promise<ActionResult<T>>,
  remedy: Remedy,
): Promise<ActionResult<T> | undefined> {
  for (;;) {
    const result = await answerOf(action);
    const error = result.ok ? undefined : REMEDIABLE.find((one) => one === result.error);
    if (error === undefined) return result;
    if (!(await remedy(error))) return undefined;
  }
}

/**
 * Runs a server action: asks for the password or to sign in if required, shows an error, and
 * refreshes the page. `pending` lasts until the page is refreshed.
 */
export function useAction() {
  const t = useTranslations('errors');
  const router = useRouter();
  const remedy = useContext(RemedyContext);
  const [pending, startTransition] = useTransition();
  const keepFocus = useKeptFocus(pending);

  const run = <T>(action: () => Promise<ActionResult<T>>, outcome: Outcome<T> = {}) => {
    const { done, failed, stay = false } = outcome;
    keepFocus();
    startTransition(async () => {
      const settled = await remedied(action, remedy);
      if (settled === undefined) return;
      // Outside the transition, which would keep an error until the page is refreshed.
      if (!settled.ok && failed) failed(settled.error);
      else if (!settled.ok) notifications.show({ color: 'red', message: t(settled.error) });
      startTransition(() => {
        if (settled.ok) done?.(settled.data);
        // A refresh would leave the page when the server does not answer.
        if (settled.ok ? !stay : settled.error !== 'unreachable') router.refresh();
      });
    });
  };
  return { run, pending };
}
