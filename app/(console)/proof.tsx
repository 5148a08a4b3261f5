'use client';

import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useContext, useRef, useState, useTransition } from 'react';
import type { ActionResult } from '@/lib/console/action';
import { provePassword } from './actions';

type Prove = () => Promise<boolean>;

const ProofContext = createContext<Prove>(() => Promise.resolve(false));

/** Asks for the password again when a change wants it; what was being done then goes on. */
export function ProofProvider({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('proof');
  const [opened, setOpened] = useState(false);
  const [failed, setFailed] = useState(false);
  const [password, setPassword] = useState('');
  const [pending, startTransition] = useTransition();
  const answer = useRef<(proven: boolean) => void>(undefined);

  const close = (proven: boolean) => {
    setOpened(false);
    setPassword('');
    setFailed(false);
    answer.current?.(proven);
  };
  const prove: Prove = () => {
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const submit = () =>
    startTransition(async () => {
      const result = await provePassword(password);
      if (result.ok) close(true);
      else setFailed(true);
    });

  return (
    <ProofContext.Provider value={prove}>
      {children}
      <Modal opened={opened} onClose={() => close(false)} title={t('title')} centered>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack>
            <Text size="sm" c="dimmed">
              {t('why')}
            </Text>
            {failed && <Alert color="red">{t('wrong')}</Alert>}
            <PasswordInput
              label={t('password')}
              autoComplete="current-password"
              data-autofocus
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => close(false)}>
                {t('cancel')}
              </Button>
              <Button type="submit" loading={pending}>
                {t('confirm')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </ProofContext.Provider>
  );
}

/**
 * Runs an action of the server: asks for the password when it is wanted, tells a refusal, and shows
 * the page's new state. Gives the data, or `undefined` when it was not done.
 */
export function useAction() {
  const t = useTranslations('errors');
  const router = useRouter();
  const prove = useContext(ProofContext);
  const [pending, startTransition] = useTransition();

  const run = <T,>(action: () => Promise<ActionResult<T>>, done?: (data: T) => void) =>
    startTransition(async () => {
      let result = await action();
      if (!result.ok && result.error === 'proof_required' && (await prove())) {
        result = await action();
      }
      if (result.ok) {
        done?.(result.data);
        router.refresh();
      } else if (result.error !== 'proof_required') {
        notifications.show({ color: 'red', message: t(result.error) });
      }
    });
  return { run, pending };
}
