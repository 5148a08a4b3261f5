'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Role } from '@/lib/access/permissions';
import { inviteUser } from '@/ui/actions/users';
import { useForm } from '@/ui/form/form';
import { Section } from '@/ui/parts/section';
import { InvitationLink } from './invitation-link';
import { RoleSelect } from './role-select';

export function InviteForm() {
  const t = useTranslations('users');
  const [role, setRole] = useState<Role>('soporte');
  const [path, setPath] = useState<string>();
  const form = useForm({
    stored: { email: '' },
    labelOf: (name) => t(name),
    fieldOf: 'email',
    send: ({ email }) => inviteUser({ email, role }),
    done: (made) => setPath(made.path),
    stay: true,
  });
  return (
    <Section title={t('inviteTitle')} what={t('inviteWhat')}>
      <form id="invite" onSubmit={form.submit} noValidate>
        <Group align="flex-start">
          <TextInput {...form.field('email')} type="email" required flex={1} miw={200} />
          <RoleSelect label={t('role')} value={role} onChange={setRole} />
          <Button type="submit" loading={form.pending} mt={25}>
            {t('invite')}
          </Button>
        </Group>
      </form>
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </Section>
  );
}
