'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ConfirmByName } from '@/app/(console)/confirm-by-name';
import { useAction } from '@/app/(console)/proof';
import type { UserView } from '@/lib/users/find';
import { disable, inviteAgain, resetFactor } from './actions';
import { InvitationLink } from './invitation-link';

type Confirming = 'disable' | 'resetFactor';

export function UserMenu({ user }: { readonly user: UserView }) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState<Confirming>();
  const [path, setPath] = useState<string>();
  const shown = { id: user.id, version: user.version };
  const changes = {
    disable: () => disable({ ...shown, disabled: true }),
    resetFactor: () => resetFactor(shown),
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            loading={pending}
            aria-label={t('actionsOf', { email: user.email })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {user.invited && (
            <Menu.Item
              onClick={() => run(() => inviteAgain(shown), { done: (made) => setPath(made.path) })}
            >
              {t('inviteAgain')}
            </Menu.Item>
          )}
          {user.secondFactor && (
            <Menu.Item onClick={() => setConfirming('resetFactor')}>{t('resetFactor')}</Menu.Item>
          )}
          {user.disabledAt === null ? (
            <Menu.Item onClick={() => setConfirming('disable')}>{t('disable')}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => run(() => disable({ ...shown, disabled: false }))}>
              {t('enable')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {(['disable', 'resetFactor'] as const).map((kind) => (
        <ConfirmByName
          key={kind}
          opened={confirming === kind}
          title={t(kind)}
          what={t(`${kind}What`)}
          name={user.email}
          action={t(kind)}
          danger
          onClose={() => setConfirming(undefined)}
          onConfirm={() => run(changes[kind])}
        />
      ))}
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </>
  );
}
