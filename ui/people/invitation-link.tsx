'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { InvitationMade } from '@/lib/console/session/invitation';
import { Dialog } from '@/ui/dialog/dialog';
import { Copyable } from '@/ui/form/copyable';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { Once, useOnce } from '@/ui/form/once';

interface InvitationLinkProps {
  readonly made: InvitationMade | undefined;
  readonly onClose: () => void;
}

export function InvitationLink({ made, onClose }: InvitationLinkProps) {
  const t = useTranslations('users');
  const router = useRouter();
  const once = useOnce(() => {
    onClose();
    // Only now, because a refresh that fails reloads the page, which would lose the link.
    router.refresh();
  });
  const opened = made !== undefined;
  const link = opened ? new URL(made.path, window.location.origin).href : '';
  return (
    <>
      <Dialog
        opened={opened}
        onClose={once.dismiss}
        closeOnClickOutside={false}
        title={t('linkTitle')}
        size="lg"
      >
        <Once once={once} lost={t('linkNotCopied')}>
          <Text size="sm">{t('linkWhat')}</Text>
          {made?.isSent !== undefined && (
            <Text size="sm" fw={600}>
              {t(made.isSent ? 'linkSent' : 'linkNotSent', { email: made.email })}
            </Text>
          )}
          <Copyable
            label={t('link')}
            action={t('copyLink')}
            value={link}
            onCopied={once.onCopied}
          />
        </Once>
      </Dialog>
      <LeaveGuard when={opened && !once.copied} what={t('linkNotCopied')} />
    </>
  );
}
