'use client';

import { Group, Paper, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { displayQuetzales } from '@/lib/base/values/money';
import { Note } from '@/ui/parts/note';

interface MovementPreviewProps {
  readonly saldo: bigint;
  /** The change; `undefined` while the text is not an amount. */
  readonly amount: bigint | undefined;
}

export function MovementPreview({ saldo, amount }: MovementPreviewProps) {
  const t = useTranslations('balance');
  const after = amount === undefined ? undefined : saldo + amount;
  return (
    <Paper withBorder p="sm" component="output" aria-live="polite" display="block">
      <Group justify="space-between" gap="xs">
        <Note>{t('preview')}</Note>
        <Text size="sm" className="numeric">
          {displayQuetzales(saldo)} →{' '}
          <Text
            span
            fw={600}
            {...(after !== undefined && after < 0n ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {after === undefined ? '—' : displayQuetzales(after)}
          </Text>
        </Text>
      </Group>
    </Paper>
  );
}
