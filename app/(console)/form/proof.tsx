'use client';

import { Alert, Button, Group, getDefaultZIndex, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { unstable_rethrow, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
  useTransition,
} from 'react';
import { provePassword } from '@/app/(console)/actions/account';
import type { ActionError, ActionResult } from '@/lib/console/action';
import { Dialog } from './dialog';
import { useKeptFocus } from './focus';

type Prove = () => Promise<boolean>;

const ProofContext = createContext<Prove>(() => Promise.resolve(false));

/** Asks for the password when a change requires it, and then continues the change. */
export function ProofProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('proof');
  const [opened, setOpened] = useState(false);
  const answer = useRef<(proven: boolean) => void>(undefined);
  const prove: Prove = () => {
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const close = (proven: boolean) => {
    setOpened(false);
    answer.current?.(proven);
  };
  return (
    <ProofContext.Provider value={prove}>
      {children}
      {/* Above the dialog whose change waits for it. */}
      <Dialog
        opened={opened}
        onClose={() => close(false)}
        title={t('title')}
        zIndex={getDefaultZIndex('modal') + 1}
      >
        <ProofForm onClose={close} />
      </Dialog>
    </ProofContext.Provider>
  );
}

interface ProofProps {
  readonly onClose: (proven: boolean) => void;
}

/** Is mounted anew each time it opens, so that no password stays behind. */
function ProofForm({ onClose }: ProofProps) {
  const t = useTranslations('proof');
  const [failed, setFailed] = useState(false);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Not a transition: the change that waits for the proof is one and would hold this back.
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const password = field.current?.value ?? '';
    const result = await provePassword(password).finally(() => setPending(false));
    if (result.ok) return onClose(true);
    setFailed(true);
    field.current?.select();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('why')}
        </Text>
        {failed && (
          <Alert color="red" role="alert">
            {t('wrong')}
          </Alert>
        )}
        <PasswordInput
          ref={field}
          label={t('password')}
          autoComplete="current-password"
          data-autofocus
          required
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onClose(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

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

  const run = <T,>(action: () => Promise<ActionResult<T>>, outcome: Outcome<T> = {}) => {
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
