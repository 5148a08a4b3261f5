'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { inviteUser } from '@/app/(console)/actions/users';
import { useAction } from '@/app/(console)/form/proof';
import { Section } from '@/app/(console)/layout/section';
import type { ActionError } from '@/lib/console/action';
import type { Role } from '@/lib/permissions';
import { InvitationLink } from './invitation-link';
import { RoleSelect } from './role-select';

export function InviteForm() {
  const t = useTranslations('users');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('soporte');
  const [error, setError] = useState<ActionError>();
  const [path, setPath] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    run(() => inviteUser({ email, role }), {
      done: (made) => {
        setPath(made.path);
        setEmail('');
      },
      failed: setError,
    });
  };
  return (
    <Section title={t('inviteTitle')} what={t('inviteWhat')}>
      <form onSubmit={submit}>
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
          <RoleSelect label={t('role')} value={role} onChange={setRole} />
          <Button type="submit" loading={pending} mt={{ base: 0, xs: 25 }}>
            {t('invite')}
          </Button>
        </Group>
      </form>
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </Section>
  );
}
