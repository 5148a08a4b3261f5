'use client';

import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { ROLES, type Role } from '@/lib/permissions';

interface RoleSelectProps extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleSelect({ value, onChange, ...props }: RoleSelectProps) {
  const t = useTranslations('roles');
  return (
    <NativeSelect
      {...props}
      data={ROLES.map((role) => ({ value: role, label: t(role) }))}
      value={value}
      w={160}
      onChange={(event) => {
        const chosen = ROLES.find((role) => role === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
