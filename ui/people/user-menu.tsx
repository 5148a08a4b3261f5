'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { InvitationMade } from '@/lib/console/session/invitation';
import type { UserView } from '@/lib/users/find';
import { disableUser, enableUser, resetAccess, resetSecondFactor } from '@/ui/actions/users';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { useAction } from '@/ui/form/use-action';
import { InvitationLink } from './invitation-link';

const CONFIRMED = ['disable', 'resetAccess', 'resetFactor'] as const;

export function UserMenu({ user }: { readonly user: UserView }) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState<(typeof CONFIRMED)[number]>();
  const [invitation, setInvitation] = useState<InvitationMade>();
  const shown = { id: user.id, expected: user.version };
  const changes = {
    disable: () => run(() => disableUser(shown)),
    resetAccess: () => run(() => resetAccess(shown), { done: setInvitation, stay: true }),
    resetFactor: () => run(() => resetSecondFactor(shown)),
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size={24}
            style={{ verticalAlign: 'middle' }}
            variant="subtle"
            color="gray"
            loading={pending}
            aria-label={t('actionsOf', { email: user.email })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {user.invited ? (
            <Menu.Item onClick={changes.resetAccess}>{t('inviteAgain')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => setConfirming('resetAccess')}>{t('resetAccess')}</Menu.Item>
          )}
          {user.secondFactor && (
            <Menu.Item onClick={() => setConfirming('resetFactor')}>{t('resetFactor')}</Menu.Item>
          )}
          {user.disabledAt === null ? (
            <Menu.Item onClick={() => setConfirming('disable')}>{t('disable')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => run(() => enableUser(shown))}>{t('enable')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {CONFIRMED.map((kind) => (
        <ConfirmDialog
          key={kind}
          opened={confirming === kind}
          title={t(kind)}
          name={user.email}
          action={t(kind)}
          danger
          onClose={() => setConfirming(undefined)}
          onConfirm={changes[kind]}
        >
          {t(`${kind}What`)}
        </ConfirmDialog>
      ))}
      <InvitationLink made={invitation} onClose={() => setInvitation(undefined)} />
    </>
  );
}
