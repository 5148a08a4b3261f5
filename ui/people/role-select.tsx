'use client';

import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isPlaceRole, PLACE_ROLES, type Role, STAFF_ROLES } from '@/lib/access/permissions';
import type { UserView } from '@/lib/users/find';
import { setRole } from '@/ui/actions/users';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { useAction } from '@/ui/form/use-action';

interface RoleSelectProps<R extends Role>
  extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly roles: readonly R[];
  readonly value: R;
  readonly onChange: (role: R) => void;
}

export function RoleSelect<R extends Role>({
  roles,
  value,
  onChange,
  ...props
}: RoleSelectProps<R>) {
  const t = useTranslations('roles');
  return (
    <NativeSelect
      {...props}
      data={roles.map((role: Role) => ({ value: role, label: t(role) }))}
      value={value}
      w={140}
      onChange={(event) => {
        const chosen = roles.find((role) => role === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}

/** Fits into a row of a table. */
const LOW = { input: { height: 24, minHeight: 24, lineHeight: '22px' } };

/** Shows the role of a user. Asks before it changes. */
export function UserRole({ user }: { readonly user: UserView }) {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const may = useTranslations('roleMay');
  const { run, pending } = useAction();
  // Stays while the dialog closes.
  const [role, setChosen] = useState<Role>(user.role);
  const [asking, setAsking] = useState(false);
  const { id, version, email } = user;
  return (
    <>
      <RoleSelect
        aria-label={t('roleOf', { email })}
        size="xs"
        styles={LOW}
        roles={isPlaceRole(user.role) ? PLACE_ROLES : STAFF_ROLES}
        value={user.role}
        disabled={pending}
        onChange={(chosen) => {
          setChosen(chosen);
          setAsking(true);
        }}
      />
      <ConfirmDialog
        opened={asking}
        title={t('setRole')}
        action={t('setRoleTo', { role: roles(role) })}
        onClose={() => setAsking(false)}
        onConfirm={() => run(() => setRole({ id, expected: version, role }))}
      >
        {t('setRoleWhat', { email, from: roles(user.role), to: roles(role), may: may(role) })}
      </ConfirmDialog>
    </>
  );
}
