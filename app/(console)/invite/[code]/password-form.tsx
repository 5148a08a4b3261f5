'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState, useTransition } from 'react';
import { acceptInvitation } from '@/app/(console)/actions/invitation';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/password-rule';

export function PasswordForm({ code, email }: { readonly code: string; readonly email: string }) {
  const t = useTranslations('invitation');
  const errors = useTranslations('errors');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [state, setState] = useState<string>();
  const [pending, startTransition] = useTransition();
  const different = again !== '' && again !== password;

  if (state === 'done') return <Done />;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        startTransition(async () => {
          const result = await acceptInvitation({ code, password });
          setState(result.ok ? 'done' : errors(result.error));
        });
      }}
    >
      <Stack>
        {state !== undefined && <Alert color="red">{state}</Alert>}
        <TextInput label={t('email')} value={email} readOnly autoComplete="username" />
        <PasswordInput
          label={t('password')}
          description={t('rule', { length: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
          required
          minLength={MIN_PASSWORD_LENGTH}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('again')}
          autoComplete="new-password"
          required
          value={again}
          error={different ? t('different') : undefined}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Button type="submit" loading={pending} disabled={different}>
          {t('submit')}
        </Button>
      </Stack>
    </form>
  );
}

function Done() {
  const t = useTranslations('invitation');
  return (
    <Stack>
      <Alert color="green">{t('done')}</Alert>
      <Button component={Link} href="/login">
        {t('signIn')}
      </Button>
    </Stack>
  );
}
