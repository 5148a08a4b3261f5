'use client';

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { acceptInvitation } from '@/app/(console)/actions/invitation';
import { Form, useForm } from '@/app/(console)/form/form';
import { NewPassword } from '@/app/(console)/form/new-password';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/password-rule';

export function PasswordForm({ code, email }: { readonly code: string; readonly email: string }) {
  const t = useTranslations('invitation');
  const [isDone, setDone] = useState(false);
  const form = useForm({
    stored: { password: '', again: '' },
    labelOf: (name) => t(name),
    fieldOf: { password_invalid: 'password', password_weak: 'password' },
    check: ({ password }) =>
      password.length < MIN_PASSWORD_LENGTH ? 'password_invalid' : undefined,
    send: ({ password }) => acceptInvitation({ code, password }),
    done: () => setDone(true),
    stay: true,
  });
  const { password, again } = form.texts;
  const different = again !== '' && again !== password;
  if (isDone) {
    return (
      <Stack>
        <Alert color="green">{t('done')}</Alert>
        <Button component={Link} href="/login">
          {t('signIn')}
        </Button>
      </Stack>
    );
  }
  return (
    <Form form={form} send={t('submit')} disabled={again !== password}>
      <TextInput label={t('email')} value={email} readOnly autoComplete="username" />
      <NewPassword {...form.field('password')} email={email} />
      <PasswordInput
        {...form.field('again')}
        error={different ? t('different') : undefined}
        autoComplete="new-password"
        required
      />
    </Form>
  );
}
