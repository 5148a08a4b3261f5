'use client';

import { useTranslations } from 'next-intl';
import { setRole } from '@/app/(console)/actions/users';
import { useAction } from '@/app/(console)/form/use-action';
import type { UserView } from '@/lib/users/find';
import { RoleSelect } from './role-select';

interface UserRoleProps {
  readonly user: UserView;
  readonly own: boolean;
}

export function UserRole({ user, own }: UserRoleProps) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const { id, version, email } = user;
  return (
    <RoleSelect
      aria-label={t('roleOf', { email })}
      value={user.role}
      disabled={own || pending}
      onChange={(role) => run(() => setRole({ id, expected: version, role }))}
    />
  );
}
