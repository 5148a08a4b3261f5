'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { selectField } from './focus';

type Failure =
  | 'rejected'
  | 'identityRefused'
  | 'busy'
  | 'unreachable'
  | { readonly seconds: number };

/** Leaves for the identity provider, which sends the browser back to the page `next`. */
async function leaveForProvider(next: string): Promise<void> {
  const { signIn } = await import('next-auth/react');
  await signIn('oidc', { callbackUrl: next });
}

export function ProviderButton({ next }: { readonly next: string }) {
  const t = useTranslations('signIn');
  return (
    <Button variant="default" fullWidth onClick={() => void leaveForProvider(next)}>
      {t('identityProvider')}
    </Button>
  );
}

function useSignIn(refused: boolean, done: () => void) {
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(
    refused ? 'identityRefused' : undefined,
  );
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    setPending(true);
    setFailure(undefined);
    const answer = await import('next-auth/react')
      .then(({ signIn }) => signIn('credentials', { ...fields, redirect: false }))
      .catch(() => ({ ok: false, error: 'unreachable' }));
    if (answer?.ok) return done();
    setPending(false);
    selectField(form, asksCode ? 'code' : 'password');
    const [kind, seconds] = (answer?.error ?? 'rejected').split(':');
    if (kind === 'code_required') setAsksCode(true);
    else if (kind === 'throttled') setFailure({ seconds: Number(seconds) });
    else setFailure(kind === 'unreachable' || kind === 'busy' ? kind : 'rejected');
  };
  return { asksCode, failure, pending, submit };
}

interface SignInFormProps {
  /** Whether users other than administrators may sign in through the identity provider. */
  readonly identityProvider: boolean;
  /** The identity provider sent somebody back who may not sign in. */
  readonly refused?: boolean;
  /** The page to which the identity provider sends the browser back. */
  readonly next: string;
  /** The only account that may sign in; any if absent. */
  readonly email?: string;
  readonly onSignedIn: () => void;
}

/** Asks for e-mail and password, then for a code if the account has a second factor. */
export function SignInForm(props: SignInFormProps) {
  const { identityProvider, refused = false, next, email, onSignedIn } = props;
  const t = useTranslations('signIn');
  const errors = useTranslations('errors');
  const { asksCode, failure, pending, submit } = useSignIn(refused, onSignedIn);
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
          {...(email === undefined ? { autoFocus: true } : { value: email, readOnly: true })}
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          required
          data-autofocus
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
        {identityProvider && <ProviderButton next={next} />}
      </Stack>
    </form>
  );
}
