import { Badge, Group, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { UserView } from '@/lib/users/find';
import { Actor } from '@/ui/parts/actor';
import { Instant } from '@/ui/parts/time';
import { DataTable } from '@/ui/table/data-table';
import { DotBadge } from '@/ui/table/dot-badge';
import { UserRole } from './role-select';
import { UserMenu } from './user-menu';

interface UsersTableProps {
  readonly users: readonly UserView[];
  /** Id of the present user, who cannot change their own rights here. */
  readonly self: number;
  readonly label?: string;
}

export async function UsersTable({ users, self, label }: UsersTableProps) {
  const t = await getTranslations('users');
  const roles = await getTranslations('roles');
  return (
    <DataTable
      label={label ?? t('title')}
      minWidth={736}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('email'),
          width: 220,
          cell: (user) => <Email user={user} own={user.id === self} />,
        },
        {
          title: t('role'),
          cell: (user) => (user.id === self ? roles(user.role) : <UserRole user={user} />),
        },
        {
          title: t('secondFactor'),
          nowrap: true,
          cell: ({ secondFactor }) => t(secondFactor ? 'on' : 'off'),
        },
        {
          title: t('lastSignIn'),
          nowrap: true,
          cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
        },
        { title: t('actions'), cell: (user) => user.id !== self && <UserMenu user={user} /> },
      ]}
    />
  );
}

async function Email({ user, own }: { readonly user: UserView; readonly own: boolean }) {
  const t = await getTranslations('users');
  return (
    <Group gap="xs">
      <Text span inherit miw={0}>
        <Actor name={user.email} />
      </Text>
      {own && <Badge variant="default">{t('you')}</Badge>}
      {user.disabledAt !== null && <DotBadge colour="red">{t('disabled')}</DotBadge>}
      {user.invited && <DotBadge colour="yellow">{t('invited')}</DotBadge>}
    </Group>
  );
}

async function LastSignIn({ at }: { readonly at: Date | null }) {
  if (at !== null) return <Instant at={at} />;
  const t = await getTranslations('users');
  return (
    <Text c="dimmed" size="sm">
      {t('never')}
    </Text>
  );
}
