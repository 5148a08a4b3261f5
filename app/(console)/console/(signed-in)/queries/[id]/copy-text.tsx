'use client';

import { Button, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

export function CopyText({ value }: { readonly value: string }) {
  const t = useTranslations('query');
  const common = useTranslations('queries');
  return (
    <Group>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            aria-live="polite"
            leftSection={
              copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
            }
          >
            {copied ? common('copied') : t('copyExplanation')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
