'use client';

import { notifications } from '@mantine/notifications';
import { unstable_rethrow, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, useContext, useTransition } from 'react';
import type { ActionError, ActionResult } from '@/lib/console/action';
import { useKeptFocus } from './focus';

export type Prove = () => Promise<boolean>;

/** Asks for the password; `ProofProvider` supplies it. */
export const ProofContext = createContext<Prove>(() => Promise.resolve(false));

interface Outcome<T> {
  readonly done?: (data: T) => void;
  /** Shows an error in its own place instead of a notification. */
  readonly failed?: (error: ActionError) => void;
  /** Keeps the page as it is after success. */
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

/**
 * Runs a server action: asks for the password if required, shows an error, and refreshes the page.
 * `pending` lasts until the page is refreshed.
 */
export function useAction() {
  const t = useTranslations('errors');
  const router = useRouter();
  const prove = useContext(ProofContext);
  const [pending, startTransition] = useTransition();
  const keepFocus = useKeptFocus(pending);

  const run = <T>(action: () => Promise<ActionResult<T>>, outcome: Outcome<T> = {}) => {
    const { done, failed, stay = false } = outcome;
    keepFocus();
    startTransition(async () => {
      let result = await answerOf(action);
      if (!result.ok && result.error === 'proof_required') {
        if (!(await prove())) return;
        result = await answerOf(action);
      }
      const settled = result;
      startTransition(() => {
        if (settled.ok) done?.(settled.data);
        else if (failed) failed(settled.error);
        else notifications.show({ color: 'red', message: t(settled.error) });
        // A refresh would leave the page when the server does not answer.
        if (settled.ok ? !stay : settled.error !== 'unreachable') router.refresh();
      });
    });
  };
  return { run, pending };
}
