'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/ui/dialog/dialog';
import { Copyable } from '@/ui/form/copyable';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { Once, useOnce } from '@/ui/form/once';

interface InvitationLinkProps {
  readonly path: string | undefined;
  readonly onClose: () => void;
}

export function InvitationLink({ path, onClose }: InvitationLinkProps) {
  const t = useTranslations('users');
  const router = useRouter();
  const once = useOnce(() => {
    onClose();
    // Only now, because a refresh that fails reloads the page, which would lose the link.
    router.refresh();
  });
  const opened = path !== undefined;
  const link = opened ? new URL(path, window.location.origin).href : '';
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
