'use client';

import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/app/(console)/proof';
import { Section } from '@/app/(console)/section';
import type { ActionError } from '@/lib/console/action';
import { invite } from './actions';
import { InvitationLink } from './invitation-link';

export function InviteForm() {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('soporte');
  const [error, setError] = useState<ActionError>();
  const [path, setPath] = useState<string>();
  const submit = () => {
    setError(undefined);
    run(() => invite({ email, role }), {
      done: (made) => {
        setPath(made.path);
        setEmail('');
      },
      failed: setError,
    });
  };
  return (
    <Section title={t('inviteTitle')} what={t('inviteWhat')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Group align="flex-start">
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="off"
            required
            flex={1}
            miw={200}
            value={email}
            error={error === undefined ? undefined : errors(error)}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('role')}
            data={[
              { value: 'soporte', label: roles('soporte') },
              { value: 'admin', label: roles('admin') },
            ]}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value)}
            w={160}
          />
          <Button type="submit" loading={pending} mt={{ base: 0, xs: 25 }}>
            {t('invite')}
          </Button>
        </Group>
      </form>
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </Section>
  );
}
