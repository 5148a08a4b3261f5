'use client';

import { getDefaultZIndex, PasswordInput, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ActionError } from '@/lib/console/session/action';
import { reauthenticate } from '@/ui/actions/account';
import { Dialog } from '@/ui/dialog/dialog';
import { Note } from '@/ui/parts/note';
import { Form } from './form';
import { ProviderButton, SignInForm } from './sign-in-form';
import { type Remediable, type Remedy, RemedyContext } from './use-action';

/** The user of the page. */
export interface Account {
  readonly email: string;
  readonly hasPassword: boolean;
}

interface RemedyProviderProps {
  /** Absent outside the console. */
  readonly account: Account | undefined;
  readonly identityProvider: boolean;
  readonly children: ReactNode;
}

/** Asks for the password or a new sign-in when an action requires it, then lets it continue. */
export function RemedyProvider({ account, identityProvider, children }: RemedyProviderProps) {
  const t = useTranslations('remedies');
  const [asked, setAsked] = useState<Remediable>();
  const [opened, setOpened] = useState(false);
  const waiting = useRef<{ answer: Promise<boolean>; settle: (remedied: boolean) => void }>(
    undefined,
  );
  const remedy: Remedy = (error) => {
    if (waiting.current === undefined) {
      let settle: (remedied: boolean) => void = () => undefined;
      const answer = new Promise<boolean>((resolve) => {
        settle = resolve;
      });
      waiting.current = { answer, settle };
      setAsked(error);
      setOpened(true);
    }
    return waiting.current.answer;
  };
  const close = (remedied: boolean) => {
    setOpened(false);
    waiting.current?.settle(remedied);
    waiting.current = undefined;
  };
  return (
    <RemedyContext value={remedy}>
      {children}
      {/* Above the dialog whose change waits for it. */}
      <Dialog
        opened={opened}
        onClose={() => close(false)}
        closeOnClickOutside={false}
        title={asked && t(`${asked}.title`)}
        zIndex={getDefaultZIndex('modal') + 1}
      >
        {asked === 'signed_out' && (
          <SignInAgain account={account} identityProvider={identityProvider} onClose={close} />
        )}
        {asked === 'reauthentication_required' &&
          (account?.hasPassword === false ? (
            <ReauthenticationByProvider />
          ) : (
            <ReauthenticationForm onClose={close} />
          ))}
      </Dialog>
    </RemedyContext>
  );
}

interface ClosingProps {
  readonly onClose: (remedied: boolean) => void;
}

interface SignInAgainProps
  extends ClosingProps,
    Pick<RemedyProviderProps, 'account' | 'identityProvider'> {}

function SignInAgain({ account, identityProvider, onClose }: SignInAgainProps) {
  const t = useTranslations('remedies.signed_out');
  return (
    <Stack>
      <Note>{t('why')}</Note>
      {identityProvider && <Note>{t('provider')}</Note>}
      <SignInForm
        identityProvider={identityProvider}
        next={presentPage()}
        onSignedIn={() => onClose(true)}
        {...(account && { email: account.email })}
      />
    </Stack>
  );
}

/** For users without a password here: they sign in at the provider again. */
function ReauthenticationByProvider() {
  const t = useTranslations('remedies.reauthentication_required');
  return (
    <Stack>
      <Note>{t('noPassword')}</Note>
      <ProviderButton next={presentPage()} />
    </Stack>
  );
}

function presentPage(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** Mounts anew each time it opens, so that no password remains. */
function ReauthenticationForm({ onClose }: ClosingProps) {
  const t = useTranslations('remedies.reauthentication_required');
  const errors = useTranslations('errors');
  const [failure, setFailure] = useState<ActionError>();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Not a transition: the change that waits for the password is one and would hold this back.
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password === '') return field.current?.focus();
    setPending(true);
    const result = await reauthenticate(password).finally(() => setPending(false));
    // Without a session the change asks to sign in, which asks for the password too.
    if (result.ok || result.error === 'signed_out') return onClose(true);
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
