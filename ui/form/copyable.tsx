'use client';

import {
  ActionIcon,
  Button,
  CopyButton,
  Group,
  InputLabel,
  Text,
  Textarea,
  VisuallyHidden,
} from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useRef } from 'react';

interface CopyableProps {
  readonly label: string;
  readonly action: string;
  readonly value: string;
  /** Called when the text was copied, by the button or by hand. */
  readonly onCopied?: () => void;
}

/** A text to copy: selected on focus, with a copy button. */
export function Copyable({ label, action, value, onCopied }: CopyableProps) {
  const t = useTranslations('copy');
  const { copy, copied, error } = useClipboard({ timeout: 4_000 });
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => {
    if (copied) onCopied?.();
  }, [copied, onCopied]);
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={6}>
        <InputLabel htmlFor={id}>{label}</InputLabel>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={() => copy(value)}
        >
          {copied ? t('copied') : action}
        </Button>
      </Group>
      <Textarea
        id={id}
        ref={field}
        value={value}
        readOnly
        autosize
        spellCheck={false}
        classNames={{ input: 'secret' }}
        onFocus={(event) => event.currentTarget.select()}
        {...(onCopied ? { onCopy: onCopied } : {})}
      />
      <VisuallyHidden role="status">{copied ? t('copied') : ''}</VisuallyHidden>
      {error !== null && (
        <Text size="sm" c="dimmed" mt={6} role="status">
          {t('byHand')}
        </Text>
      )}
    </div>
  );
}

interface CopyIconProps {
  readonly value: string;
  /** Accessible name of what is copied. */
  readonly what: string;
}

export function CopyIcon({ value, what }: CopyIconProps) {
  const t = useTranslations('queries');
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          style={{ verticalAlign: 'middle' }}
          onClick={copy}
          aria-label={copied ? t('copied') : t('copyIt', { what })}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}

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
