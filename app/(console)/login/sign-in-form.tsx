'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';

type Failure =
  | { readonly kind: 'rejected' | 'unreachable' }
  | { readonly kind: 'throttled'; readonly seconds: number };

/** What was typed, what came of it, and whether a code is asked for; nothing typed is lost. */
function useSignIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [pending, setPending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFailure(undefined);
    const given = { email, password, code, redirect: false } as const;
    const answer = await import('next-auth/react')
      .then(({ signIn }) => signIn('credentials', given))
      .catch(() => ({ ok: false, error: 'unreachable' }));
    if (answer?.ok) {
      window.location.assign('/console');
      return;
    }
    setPending(false);
    const [kind, seconds] = (answer?.error ?? 'rejected').split(':');
    if (kind === 'code_required') setAsksCode(true);
    else if (kind === 'throttled') setFailure({ kind, seconds: Number(seconds) });
    else setFailure({ kind: kind === 'unreachable' ? 'unreachable' : 'rejected' });
  };

  return {
    email: { value: email, onChange: typed(setEmail) },
    password: { value: password, onChange: typed(setPassword) },
    code: { value: code, onChange: typed(setCode) },
    asksCode,
    failure,
    pending,
    submit,
  };
}

function typed(set: (value: string) => void) {
  return (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.value);
}

/** E-mail and password, then the code where the account has a second factor. */
export function SignInForm() {
  const t = useTranslations('signIn');
  const { email, password, code, asksCode, failure, pending, submit } = useSignIn();
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure !== undefined && (
          <Alert color="red" role="alert">
            {failure.kind === 'throttled'
              ? t('throttled', { seconds: failure.seconds })
              : t(failure.kind)}
          </Alert>
        )}
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...email}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          {...password}
        />
        {asksCode && (
          <TextInput
            label={t('code')}
            description={t('codeHelp')}
            autoComplete="one-time-code"
            required
            autoFocus
            {...code}
          />
        )}
        <Button type="submit" loading={pending} fullWidth>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}
