'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';

type Failure =
  | 'rejected'
  | 'identityRefused'
  | 'busy'
  | 'unreachable'
  | { readonly seconds: number };

/** Leaves for the identity provider, which sends the browser back to the console. */
async function leaveForProvider(): Promise<void> {
  const { signIn } = await import('next-auth/react');
  await signIn('oidc', { callbackUrl: '/console' });
}

/** Signs in with the values of the fields. */
function useSignIn(refused: boolean) {
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(
    refused ? 'identityRefused' : undefined,
  );
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    setPending(true);
    setFailure(undefined);
    const answer = await import('next-auth/react')
      .then(({ signIn }) => signIn('credentials', { ...fields, redirect: false }))
      .catch(() => ({ ok: false, error: 'unreachable' }));
    if (answer?.ok) {
      window.location.assign('/console');
      return;
    }
    setPending(false);
    const [kind, seconds] = (answer?.error ?? 'rejected').split(':');
    if (kind === 'code_required') setAsksCode(true);
    else if (kind === 'throttled') setFailure({ seconds: Number(seconds) });
    else setFailure(kind === 'unreachable' || kind === 'busy' ? kind : 'rejected');
  };
  return { asksCode, failure, pending, submit };
}

interface SignInFormProps {
  /** Whether support users may sign in through the identity provider. */
  readonly identityProvider: boolean;
  /** The identity provider sent somebody back who may not sign in. */
  readonly refused: boolean;
}

/** Asks for e-mail and password, then for a code if the account has a second factor. */
export function SignInForm({ identityProvider, refused }: SignInFormProps) {
  const t = useTranslations('signIn');
  const errors = useTranslations('errors');
  const { asksCode, failure, pending, submit } = useSignIn(refused);
  const textOf = (failed: Failure) => {
    if (typeof failed === 'object') return t('throttled', failed);
    return failed === 'busy' ? errors(failed) : t(failed);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {textOf(failure)}
          </Alert>
        )}
        <TextInput
          name="email"
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          required
        />
        {asksCode && (
          <TextInput
            name="code"
            label={t('code')}
            description={t('codeHelp')}
            autoComplete="one-time-code"
            required
            autoFocus
          />
        )}
        <Button type="submit" loading={pending} fullWidth>
          {t('submit')}
        </Button>
        {identityProvider && (
          <Button variant="default" fullWidth onClick={() => void leaveForProvider()}>
            {t('identityProvider')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
