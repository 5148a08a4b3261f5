'use client';

import { Stack, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Role } from '@/lib/access/permissions';
import { requireSecondFactor } from '@/ui/actions/users';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { useAction } from '@/ui/form/use-action';
import { Section } from '@/ui/parts/section';

export interface RolePolicy {
  readonly role: Role;
  readonly required: boolean;
  /** The role needs a second factor whatever an administrator sets. */
  readonly fixed: boolean;
  /** Addresses of its users without a second factor. */
  readonly without: readonly string[];
}

export function RolePolicies({ policies }: { readonly policies: readonly RolePolicy[] }) {
  const t = useTranslations('users');
  return (
    <Section title={t('policyTitle')} what={t('policyWhat')}>
      <Stack gap="sm">
        {policies.map((policy) => (
          <PolicySwitch key={policy.role} {...policy} />
        ))}
      </Stack>
    </Section>
  );
}

const NAMED = 5;

/** Sets the policy of a role, after asking with the users concerned. */
function PolicySwitch({ role, required, fixed, without }: RolePolicy) {
  const t = useTranslations('users');
  const name = useTranslations('roles')(role);
  const { run, pending } = useAction();
  const [asking, setAsking] = useState(false);
  const named = without.slice(0, NAMED).join(', ');
  const more = Math.max(0, without.length - NAMED);
  const kind = required ? 'exempt' : 'require';
  return (
    <>
      <Switch
        label={name}
        checked={required}
        disabled={pending || fixed}
        description={fixed ? t('policyFixed') : undefined}
        onChange={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        title={t(`policy.${kind}.title`, { role: name })}
        action={t(`policy.${kind}.action`)}
        danger={required}
        onClose={() => setAsking(false)}
        onConfirm={() => run(() => requireSecondFactor({ role, required: !required }))}
      >
        {t(`policy.${kind}.what`, { count: without.length, named, more })}
      </ConfirmDialog>
    </>
  );
}
