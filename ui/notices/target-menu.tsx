'use client';

import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { NoticeChange } from '@/lib/console/notices';
import type { TargetView } from '@/lib/notices/list';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { useAction } from '@/ui/form/use-action';
import { SecretDialog } from './secret-dialog';
import type { Configure } from './types';

const CONFIRMED = ['rotate', 'remove'] as const;
type Simple = Extract<NoticeChange, { expected: number }>['change'];

/** What each state allows, besides changing the secret and removing it. */
const ALLOWED: Readonly<Record<TargetView['state'], readonly Simple[]>> = {
  unconfirmed: ['confirmAgain'],
  active: ['test', 'pause'],
  failing: ['test', 'pause'],
  paused: ['test', 'resume'],
  disabled: ['enable'],
};

const DONE = {
  test: 'tested',
  enable: 'enabled',
  rotate: 'rotated',
  remove: 'removed',
  pause: 'changed',
  resume: 'changed',
  confirmAgain: 'changed',
} as const satisfies Readonly<Record<Simple, string>>;

interface TargetMenuProps extends Configure {
  readonly target: Pick<TargetView, 'id' | 'version' | 'state' | 'channel' | 'address' | 'reason'>;
}

export function TargetMenu({ configure, owner, target }: TargetMenuProps) {
  const t = useTranslations('notices');
  const { run, pending } = useAction();
  const [confirming, setConfirming] = useState<(typeof CONFIRMED)[number]>();
  const [secret, setSecret] = useState<string>();
  const { id, version, state, channel, address, reason } = target;
  const send = (change: Simple) =>
    run(() => configure({ owner, input: { change, id, expected: version } }), {
      done: ({ secret: made, letter, isSent }) => {
        setSecret(made);
        const text = letter
          ? t(isSent ? 'addedMail' : 'mailNotSent', { address: letter.address })
          : t(DONE[change]);
        notifications.show({ color: isSent === false ? 'red' : 'green', message: text });
      },
      stay: change === 'rotate',
    });
  const labelOf = (change: Simple) =>
    t(change === 'enable' && reason === 'unsubscribed' ? 'enableAgain' : change);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            loading={pending}
            aria-label={t('actionsOf', { address })}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {ALLOWED[state].map((change) => (
            <Menu.Item key={change} onClick={() => send(change)}>
              {labelOf(change)}
            </Menu.Item>
          ))}
          {channel === 'webhook' && (
            <Menu.Item onClick={() => setConfirming('rotate')}>{t('rotate')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setConfirming('remove')}>{t('remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {CONFIRMED.map((change) => (
        <ConfirmDialog
          key={change}
          opened={confirming === change}
          title={t(change)}
          action={t(change)}
          danger={change === 'remove'}
          onClose={() => setConfirming(undefined)}
          onConfirm={() => send(change)}
        >
          {t(change === 'rotate' ? 'rotateWhat' : 'removeWhat')}
        </ConfirmDialog>
      ))}
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

interface ResendProps extends Configure {
  readonly id: number;
  readonly noticeId: string;
}

/** Sends a stored notice again, which changes nothing else. */
export function Resend({ configure, owner, id, noticeId }: ResendProps) {
  const t = useTranslations('notices');
  const { run, pending } = useAction();
  const again = () => configure({ owner, input: { change: 'resend', id, noticeId } });
  const done = () => notifications.show({ color: 'green', message: t('resent') });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={pending}
      onClick={() => run(again, { done })}
    >
      {t('resend')}
    </Button>
  );
}
