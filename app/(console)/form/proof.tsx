'use client';

import { getDefaultZIndex, PasswordInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { provePassword } from '@/app/(console)/actions/account';
import { Note } from '@/app/(console)/layout/note';
import type { ActionError } from '@/lib/console/action';
import { Dialog } from './dialog';
import { Form } from './form';
import { ProofContext, type Prove } from './use-action';

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
    <ProofContext value={prove}>
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
    </ProofContext>
  );
}

/** Mounts anew each time it opens, so that no password remains. */
function ProofForm({ onClose }: { readonly onClose: (proven: boolean) => void }) {
  const t = useTranslations('proof');
  const errors = useTranslations('errors');
  const [failure, setFailure] = useState<ActionError>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Not a transition: the change that waits for the proof is one and would hold this back.
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password === '') return field.current?.focus();
    setPending(true);
    const result = await provePassword(password).finally(() => setPending(false));
    if (result.ok) return onClose(true);
    setFailure(result.error);
    field.current?.select();
  };
  return (
    <Form
      form={{ submit, pending, problem: failure && errors(failure) }}
      send={t('confirm')}
      cancel={t('cancel')}
      onCancel={() => onClose(false)}
    >
      <Note>{t('why')}</Note>
      <PasswordInput
        ref={field}
        label={t('password')}
        autoComplete="current-password"
        data-autofocus
        required
      />
    </Form>
  );
}
