'use client';

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Dialog } from '@/app/(console)/form/dialog';

interface InvitationLinkProps {
  readonly path: string | undefined;
  readonly onClose: () => void;
}

/** Shows the single-use link that sets the password. */
export function InvitationLink({ path, onClose }: InvitationLinkProps) {
  const t = useTranslations('users');
  const link = path === undefined ? '' : new URL(path, window.location.origin).href;
  return (
    <Dialog
      opened={path !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      title={t('linkTitle')}
      centered
      size="lg"
    >
      <Stack>
        <Text size="sm">{t('linkWhat')}</Text>
        <Code block className="secret">
          {link}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={link}>
            {({ copied, copy }) => (
              <Button onClick={copy} data-autofocus>
                {copied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
