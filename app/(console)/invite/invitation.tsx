'use client';

import { Alert, Button, Loader, PasswordInput, Stack, TextInput } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { MIN_PASSWORD_LENGTH } from '@/lib/users/rules';
import { acceptInvitation, readInvitation } from '@/ui/actions/invitation';
import { useFocusOnArrival } from '@/ui/form/focus';
import { Form, useForm } from '@/ui/form/form';
import { NewPassword } from '@/ui/form/new-password';

interface Found {
  readonly code: string;
  /** Empty if the link is not valid any more. */
  readonly email: string;
}

/** Reads the code of the link from the fragment and asks for a password. */
export function Invitation() {
  const t = useTranslations('invitation');
  const signIn = useTranslations('signIn');
  const [found, setFound] = useState<Found | 'unreachable'>();
  useEffect(() => {
    const read = () => {
      const code = window.location.hash.slice(1);
      readInvitation(code)
        .then((answer) => setFound({ code, email: answer.ok ? answer.data : '' }))
        .catch(() => setFound('unreachable'));
    };
    read();
    // Another link that is opened in this window does not load the page anew.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  if (found === undefined) return <Loader role="status" aria-label={t('title')} />;
  if (found === 'unreachable') return <Alert color="red">{signIn('unreachable')}</Alert>;
  if (found.email === '') return <Alert color="red">{t('invalid')}</Alert>;
  return <PasswordForm key={found.code} {...found} />;
}

function PasswordForm({ code, email }: { readonly code: string; readonly email: string }) {
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
  if (isDone) return <Saved />;
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

function Saved() {
  const t = useTranslations('invitation');
  const arrival = useFocusOnArrival<HTMLDivElement>();
  return (
    <Stack>
      <Alert ref={arrival} tabIndex={-1} color="green">
        {t('done')}
      </Alert>
      <Button component={Link} href="/login">
        {t('signIn')}
      </Button>
    </Stack>
  );
}
