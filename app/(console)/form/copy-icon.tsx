'use client';

import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

interface CopyIconProps {
  readonly value: string;
  /** What is copied, for who cannot see what stands before it. */
  readonly what: string;
}

/** Copies what stands before it, where there is no room for a word. */
export function CopyIcon({ value, what }: CopyIconProps) {
  const t = useTranslations('queries');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <button
          type="button"
          className="copy-icon"
          onClick={copy}
          aria-label={copied ? t('copied') : t('copyIt', { what })}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </button>
      )}
    </CopyButton>
  );
}
