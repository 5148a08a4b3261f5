'use client';

import { Button, Group, Paper, Select, Stack, TextInput, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '../../../proof';
import { invite } from './actions';
import { InvitationLink } from './invitation-link';

export function InviteForm() {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const { run, pending } = useAction();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string | null>('soporte');
  const [path, setPath] = useState<string>();
  return (
    <Paper withBorder p="lg" maw={640}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(
            () => invite({ email, role }),
            (made) => {
              setPath(made.path);
              setEmail('');
            },
          );
        }}
      >
        <Stack>
          <Title order={2} size="h4">
            {t('inviteTitle')}
          </Title>
          <Group align="flex-end">
            <TextInput
              label={t('email')}
              type="email"
              required
              flex={1}
              miw={220}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Select
              label={t('role')}
              data={[
                { value: 'soporte', label: roles('soporte') },
                { value: 'admin', label: roles('admin') },
              ]}
              value={role}
              allowDeselect={false}
              onChange={setRole}
              w={170}
            />
            <Button type="submit" loading={pending}>
              {t('invite')}
            </Button>
          </Group>
        </Stack>
      </form>
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </Paper>
  );
}
