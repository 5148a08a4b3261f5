'use client';

import { Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/ui/dialog/dialog';
import { Copyable } from '@/ui/form/copyable';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { Once, useOnce } from '@/ui/form/once';

interface SecretDialogProps {
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** Shows the secret of a webhook once. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useTranslations('notices');
  const router = useRouter();
  const once = useOnce(() => {
    onClose();
    router.refresh();
  });
  const opened = secret !== undefined;
  return (
    <>
      <Dialog
        opened={opened}
        onClose={once.dismiss}
        closeOnClickOutside={false}
        title={t('secretTitle')}
        size="lg"
      >
        <Once once={once} lost={t('secretWhat')}>
          <Text size="sm">{t('secretWhat')}</Text>
          <Copyable
            label={t('secretTitle')}
            action={t('copySecret')}
            value={secret ?? ''}
            onCopied={once.onCopied}
          />
        </Once>
      </Dialog>
      <LeaveGuard when={opened && !once.copied} what={t('secretWhat')} />
    </>
  );
}
