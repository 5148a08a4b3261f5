'use client';

import { Stack, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { requireSecondFactor } from '@/app/(console)/actions/users';
import { useAction } from '@/app/(console)/form/use-action';
import { Section } from '@/app/(console)/layout/section';
import { ROLES, type Role } from '@/lib/permissions';

interface RolePoliciesProps {
  readonly required: readonly Role[];
  /** Roles that need one always. */
  readonly fixed: readonly Role[];
}

/** Sets for which roles a second factor is required. */
export function RolePolicies({ required, fixed }: RolePoliciesProps) {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const { run, pending } = useAction();
  return (
    <Section title={t('policyTitle')} what={t('policyWhat')}>
      <Stack gap="sm">
        {ROLES.map((role) => (
          <Switch
            key={role}
            label={roles(role)}
            checked={required.includes(role)}
            disabled={pending || fixed.includes(role)}
            description={fixed.includes(role) ? t('policyFixed') : undefined}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              run(() => requireSecondFactor({ role, required: checked }));
            }}
          />
        ))}
      </Stack>
    </Section>
  );
}
