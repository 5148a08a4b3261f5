'use client';

import { ActionIcon, Badge, Button, Group, Menu, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { UserView } from '@/lib/users/find';
import { useAction } from '../../../proof';
import { changeRole, disable, inviteAgain, resetFactor } from './actions';
import { InvitationLink } from './invitation-link';

interface UsersTableProps {
  readonly users: readonly UserView[];
  /** Id of who looks: nobody takes rights from themselves here. */
  readonly self: number;
}

export function UsersTable({ users, self }: UsersTableProps) {
  const t = useTranslations('users');
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('email')}</Table.Th>
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
      </Table>
    </Table.ScrollContainer>
  );
}

function UserRow({ user, own }: { readonly user: UserView; readonly own: boolean }) {
  const t = useTranslations('users');
  const roles = useTranslations('roles');
  const format = useFormatter();
  const { run, pending } = useAction();
  return (
    <Table.Tr>
      <Table.Td className="name">
        <Group gap="xs">
          {user.email}
          {own && <Badge variant="default">{t('you')}</Badge>}
          {user.disabledAt !== null && <Badge color="red" variant="light">{t('disabled')}</Badge>}
          {user.invited && <Badge color="yellow" variant="light">{t('invited')}</Badge>}
        </Group>
      </Table.Td>
      <Table.Td>
        <Select
          aria-label={t('roleOf', { email: user.email })}
          data={[
            { value: 'admin', label: roles('admin') },
            { value: 'soporte', label: roles('soporte') },
          ]}
          value={user.role}
          allowDeselect={false}
          disabled={own || pending}
          w={170}
          onChange={(role) => run(() => changeRole({ id: user.id, version: user.version }, role))}
        />
      </Table.Td>
      <Table.Td>{user.secondFactor ? t('on') : t('off')}</Table.Td>
      <Table.Td>
        {user.lastSignInAt === null ? (
          <Text c="dimmed" size="sm">{t('never')}</Text>
        ) : (
          <time dateTime={user.lastSignInAt.toISOString()} title={user.lastSignInAt.toISOString()}>
            {format.dateTime(user.lastSignInAt, { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
        )}
      </Table.Td>
      <Table.Td>{!own && <UserMenu user={user} />}</Table.Td>
    </Table.Tr>
  );
}

function UserMenu({ user }: { readonly user: UserView }) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState(false);
  const [path, setPath] = useState<string>();
  const shown = { id: user.id, version: user.version };
  const disabled = user.disabledAt !== null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" loading={pending} aria-label={t('actionsOf', { email: user.email })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {user.invited && (
            <Menu.Item onClick={() => run(() => inviteAgain(shown), (made) => setPath(made.path))}>
              {t('inviteAgain')}
            </Menu.Item>
          )}
          {user.secondFactor && (
            <Menu.Item onClick={() => run(() => resetFactor(shown))}>{t('resetFactor')}</Menu.Item>
          )}
          {disabled ? (
            <Menu.Item onClick={() => run(() => disable(shown, false))}>{t('enable')}</Menu.Item>
          ) : (
            <Menu.Item color="red" onClick={() => setConfirming(true)}>
              {t('disable')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmByName
        opened={confirming}
        name={user.email}
        onClose={() => setConfirming(false)}
        onConfirm={() => run(() => disable(shown, true))}
      />
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </>
  );
}

interface ConfirmProps {
  readonly opened: boolean;
  readonly name: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Taking somebody's access away is confirmed by writing whose. */
function ConfirmByName({ opened, name, onClose, onConfirm }: ConfirmProps) {
  const t = useTranslations('users');
  const [written, setWritten] = useState('');
  const close = () => {
    setWritten('');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('disableTitle', { email: name })} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onConfirm();
        }}
      >
        <Stack>
          <Text size="sm">{t('disableWhat')}</Text>
          <TextInput
            label={t('writeName', { name })}
            value={written}
            data-autofocus
            onChange={(event) => setWritten(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" color="red" disabled={written.trim() !== name}>
              {t('disable')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
