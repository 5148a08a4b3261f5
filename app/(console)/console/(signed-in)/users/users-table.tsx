import { Badge, Group, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/instant';
import { DataTable } from '@/app/(console)/table/data-table';
import { DotBadge } from '@/app/(console)/table/dot-badge';
import type { Sort } from '@/lib/sort';
import type { UserView } from '@/lib/users/find';
import { UserMenu } from './user-menu';
import { UserRole } from './user-role';

interface UsersTableProps {
  readonly users: readonly UserView[];
  /** Id of who looks: nobody takes rights from themselves here. */
  readonly self: number;
  readonly sort: Sort;
}

export async function UsersTable({ users, self, sort }: UsersTableProps) {
  const t = await getTranslations('users');
  return (
    <DataTable
      label={t('title')}
      minWidth={820}
      sort={sort}
      columns={[
        { key: 'email', title: t('email'), sortable: true, width: 220 },
        { key: 'role', title: t('role'), sortable: true },
        { key: 'secondFactor', title: t('secondFactor') },
        { key: 'lastSignIn', title: t('lastSignIn'), sortable: true, nowrap: true },
        { key: 'actions', title: t('actions') },
      ]}
      rows={users.map((user) => ({
        key: String(user.id),
        cells: {
          email: <Email user={user} own={user.id === self} />,
          role: <UserRole user={user} own={user.id === self} />,
          secondFactor: user.secondFactor ? t('on') : t('off'),
          lastSignIn: <LastSignIn at={user.lastSignInAt} />,
          actions: user.id !== self && <UserMenu user={user} />,
        },
      }))}
    />
  );
}

async function Email({ user, own }: { readonly user: UserView; readonly own: boolean }) {
  const t = await getTranslations('users');
  return (
    <Group gap="xs">
      <span>{user.email}</span>
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
