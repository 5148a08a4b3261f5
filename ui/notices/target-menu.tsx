'use client';

import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { SentLetter } from '@/lib/console/notices';
import type { ActionResult } from '@/lib/console/session/action';
import type { TargetView } from '@/lib/notices/list';
import * as actions from '@/ui/actions/notices';
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog';
import { useAction } from '@/ui/form/use-action';
import { SecretDialog } from './secret-dialog';
import type { Targeted } from './types';

const CONFIRMED = ['rotate', 'remove'] as const;

/** What each state allows, besides changing the secret and removing it. */
const ALLOWED = {
  unconfirmed: ['confirmAgain'],
  active: ['test', 'pause'],
  failing: ['test', 'pause'],
  paused: ['test', 'resume'],
  disabled: ['enable'],
} as const satisfies Readonly<Record<TargetView['state'], readonly string[]>>;
type Entry = (typeof ALLOWED)[TargetView['state']][number] | (typeof CONFIRMED)[number];

type TargetAction<T> = (shown: {
  readonly owner: Targeted['owner'];
  readonly id: number;
  readonly expected: number;
}) => Promise<ActionResult<T>>;

interface TargetMenuProps extends Targeted {
  readonly target: Pick<TargetView, 'id' | 'version' | 'state' | 'channel' | 'address' | 'reason'>;
}

/** What each entry of the menu does, and the secret that one of them makes. */
function useEntries({ owner, target: { id, version } }: TargetMenuProps) {
  const t = useTranslations('notices');
  const { run, pending } = useAction();
  const [secret, setSecret] = useState<string>();
  const shown = { owner, id, expected: version };
  const say = (message: string, color = 'green') => notifications.show({ color, message });
  const change = (action: TargetAction<void>, said: string) =>
    run(() => action(shown), { done: () => say(said) });
  const ask = (action: TargetAction<SentLetter | undefined>, said: string) =>
    run(() => action(shown), {
      done: (letter) => {
        if (letter === undefined) return say(said);
        const sent = t(letter.isSent ? 'addedMail' : 'mailNotSent', { address: letter.address });
        return say(sent, letter.isSent ? 'green' : 'red');
      },
    });
  const rotate = () =>
    run(() => actions.rotateSecret(shown), {
      done: (made) => {
        setSecret(made.secret);
        say(t('rotated'));
      },
      stay: true,
    });
  const entries: Readonly<Record<Entry, () => void>> = {
    test: () => change(actions.sendTest, t('tested')),
    pause: () => change(actions.pauseTarget, t('changed')),
    resume: () => change(actions.resumeTarget, t('changed')),
    remove: () => change(actions.removeTarget, t('removed')),
    enable: () => ask(actions.enableTarget, t('enabled')),
    confirmAgain: () => ask(actions.renewConfirmation, t('changed')),
    rotate,
  };
  return { entries, pending, secret, forgetSecret: () => setSecret(undefined) };
}

export function TargetMenu({ owner, target }: TargetMenuProps) {
  const t = useTranslations('notices');
  const { entries, pending, secret, forgetSecret } = useEntries({ owner, target });
  const [confirming, setConfirming] = useState<(typeof CONFIRMED)[number]>();
  const { state, channel, address, reason } = target;
  const labelOf = (entry: Entry) =>
    t(entry === 'enable' && reason === 'unsubscribed' ? 'enableAgain' : entry);
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
          {ALLOWED[state].map((entry) => (
            <Menu.Item key={entry} onClick={entries[entry]}>
              {labelOf(entry)}
            </Menu.Item>
          ))}
          {channel === 'webhook' && (
            <Menu.Item onClick={() => setConfirming('rotate')}>{t('rotate')}</Menu.Item>
          )}
          <Menu.Item onClick={() => setConfirming('remove')}>{t('remove')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {CONFIRMED.map((entry) => (
        <ConfirmDialog
          key={entry}
          opened={confirming === entry}
          title={t(entry)}
          action={t(entry)}
          danger={entry === 'remove'}
          onClose={() => setConfirming(undefined)}
          onConfirm={entries[entry]}
        >
          {t(entry === 'rotate' ? 'rotateWhat' : 'removeWhat')}
        </ConfirmDialog>
      ))}
      <SecretDialog secret={secret} onClose={forgetSecret} />
    </>
  );
}

interface ResendProps extends Targeted {
  readonly id: number;
  readonly noticeId: string;
}

/** Sends a stored notice again, which changes nothing else. */
export function Resend({ owner, id, noticeId }: ResendProps) {
  const t = useTranslations('notices');
  const { run, pending } = useAction();
  const again = () => actions.resend({ owner, id, noticeId });
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
