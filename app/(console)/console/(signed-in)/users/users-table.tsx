'use client';

import { Badge, Group, Table, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAction } from '@/app/(console)/proof';
import { ScrollTable } from '@/app/(console)/scroll-table';
import type { UserView } from '@/lib/users/find';
import { changeRole } from './actions';
import { RoleSelect } from './role-select';
import { UserMenu } from './user-menu';

export interface UserRowData extends UserView {
  /** Made on the server, so that both sides write the moment in the same words. */
  readonly lastSignIn: ReactNode;
}

interface UsersTableProps {
  readonly users: readonly UserRowData[];
  /** Id of who looks: nobody takes rights from themselves here. */
  readonly self: number;
}

export function UsersTable({ users, self }: UsersTableProps) {
  const t = useTranslations('users');
  return (
    <ScrollTable label={t('title')} minWidth={820}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th miw={220}>{t('email')}</Table.Th>
          <Table.Th>{t('role')}</Table.Th>
          <Table.Th>{t('secondFactor')}</Table.Th>
          <Table.Th>{t('lastSignIn')}</Table.Th>
          <Table.Th>{t('actions')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map((user) => (
          <UserRow key={user.id} user={user} own={user.id === self} />
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

function UserRow({ user, own }: { readonly user: UserRowData; readonly own: boolean }) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const { id, version } = user;
  return (
    <Table.Tr>
      <Table.Td className="name">
        <Group gap="xs">
          <span>{user.email}</span>
          {own && <Badge variant="default">{t('you')}</Badge>}
          {user.disabledAt !== null && (
            <Badge color="red" variant="dot">
              {t('disabled')}
            </Badge>
          )}
          {user.invited && (
            <Badge color="yellow" variant="dot">
              {t('invited')}
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>
        <RoleSelect
          aria-label={t('roleOf', { email: user.email })}
          value={user.role}
          disabled={own || pending}
          onChange={(role) => run(() => changeRole({ id, version, role }))}
        />
      </Table.Td>
      <Table.Td>{user.secondFactor ? t('on') : t('off')}</Table.Td>
      <Table.Td className="moment">
        {user.lastSignIn ?? (
          <Text c="dimmed" size="sm">
            {t('never')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{!own && <UserMenu user={user} />}</Table.Td>
    </Table.Tr>
  );
}
