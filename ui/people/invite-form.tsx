'use client';

import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { PLACE_ROLES, type PlaceRole, STAFF_ROLES, type StaffRole } from '@/lib/access/permissions';
import type { InvitationMade } from '@/lib/console/session/invitation';
import { inviteUser } from '@/ui/actions/users';
import { useForm } from '@/ui/form/form';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { InvitationLink } from './invitation-link';
import { RoleSelect } from './role-select';

/** Invites staff, or somebody of an integration. */
export function InviteForm({ nombre }: { readonly nombre?: string }) {
  const t = useTranslations('users');
  const [role, setRole] = useState<StaffRole>('soporte');
  const [ownRole, setOwnRole] = useState<PlaceRole>('integrador');
  const [invitation, setInvitation] = useState<InvitationMade>();
  const form = useForm({
    stored: { email: '' },
    labelOf: (name) => t(name),
    fieldOf: 'email',
    send: ({ email }) =>
      inviteUser(nombre === undefined ? { email, role } : { email, role: ownRole, nombre }),
    done: setInvitation,
    stay: true,
  });
  return (
    <Frame title={t('inviteTitle')} what={t('inviteWhat')} within={nombre !== undefined}>
      <form id="invite" onSubmit={form.submit} noValidate>
        <Group align="flex-start">
          <TextInput {...form.field('email')} type="email" required flex={1} miw={200} />
          {nombre === undefined ? (
            <RoleSelect label={t('role')} roles={STAFF_ROLES} value={role} onChange={setRole} />
          ) : (
            <RoleSelect
              label={t('role')}
              roles={PLACE_ROLES}
              value={ownRole}
              onChange={setOwnRole}
            />
          )}
          <Button type="submit" loading={form.pending} mt={25}>
            {t('invite')}
          </Button>
        </Group>
      </form>
      <InvitationLink made={invitation} onClose={() => setInvitation(undefined)} />
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly what: string;
  /** Whether a section is around it already. */
  readonly within: boolean;
  readonly children: ReactNode;
}

function Frame({ title, what, within, children }: FrameProps) {
  if (!within)
    return (
      <Section title={title} what={what}>
        {children}
      </Section>
    );
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Note>{what}</Note>
      {children}
    </Stack>
  );
}
