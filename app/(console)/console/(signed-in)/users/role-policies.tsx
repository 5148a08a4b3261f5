'use client';

import { Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ROLES, type Role } from '@/lib/users/roles';
import { useAction } from '../../../proof';
import { requireFactor } from './actions';

/** For which roles a second factor is required. */
export function RolePolicies({ required }: { readonly required: readonly Role[] }) {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const { run, pending } = useAction();
  return (
    <Paper withBorder p="lg" maw={640}>
      <Stack>
        <Title order={2} size="h4">
          {t('policyTitle')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('policyWhat')}
        </Text>
        {ROLES.map((role) => (
          <Switch
            key={role}
            label={roles(role)}
            checked={required.includes(role)}
            disabled={pending}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              run(() => requireFactor(role, checked));
            }}
          />
        ))}
      </Stack>
    </Paper>
  );
}
