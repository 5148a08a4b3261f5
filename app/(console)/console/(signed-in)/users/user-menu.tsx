'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  disableUser,
  enableUser,
  inviteAgain,
  resetSecondFactor,
} from '@/app/(console)/actions/users';
import { ConfirmByName } from '@/app/(console)/form/confirm-by-name';
import { useAction } from '@/app/(console)/form/proof';
import type { UserView } from '@/lib/users/find';
import { InvitationLink } from './invitation-link';

type Confirming = 'disable' | 'resetFactor';

export function UserMenu({ user }: { readonly user: UserView }) {
  const t = useTranslations('users');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState<Confirming>();
  const [path, setPath] = useState<string>();
  const shown = { id: user.id, expected: user.version };
  const renew = () => run(() => inviteAgain(shown), { done: (made) => setPath(made.path) });
  const changes = {
    disable: () => disableUser(shown),
    resetFactor: () => resetSecondFactor(shown),
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
          {user.invited && <Menu.Item onClick={renew}>{t('inviteAgain')}</Menu.Item>}
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
      <Confirmation
        kind={confirming}
        email={user.email}
        onClose={() => setConfirming(undefined)}
        onConfirm={(kind) => run(changes[kind])}
      />
      <InvitationLink path={path} onClose={() => setPath(undefined)} />
    </>
  );
}

interface ConfirmationProps {
  readonly kind: Confirming | undefined;
  readonly email: string;
  readonly onClose: () => void;
  readonly onConfirm: (kind: Confirming) => void;
}

function Confirmation({ kind, email, onClose, onConfirm }: ConfirmationProps) {
  const t = useTranslations('users');
  return (['disable', 'resetFactor'] as const).map((one) => (
    <ConfirmByName
      key={one}
      opened={kind === one}
      title={t(one)}
      what={t(`${one}What`)}
      name={email}
      action={t(one)}
      danger
      onClose={onClose}
      onConfirm={() => onConfirm(one)}
    />
  ));
}
