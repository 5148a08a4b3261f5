'use client';

import { Group, Paper, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { displayQuetzales, parseQuetzales } from '@/lib/money';

interface MovementPreviewProps {
  /** The balance now, as decimal text. */
  readonly saldo: string;
  /** What it is about to change by; `undefined` while that cannot be told. */
  readonly amount: bigint | undefined;
}

/** The balance before and after, as the amount is being typed. */
export function MovementPreview({ saldo, amount }: MovementPreviewProps) {
  const t = useTranslations('balance');
  const before = parseQuetzales(saldo) ?? 0n;
  const after = amount === undefined ? undefined : before + amount;
  return (
    <Paper withBorder p="sm" component="output" aria-live="polite" display="block">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('preview')}
        </Text>
        <Text size="sm" className="numeric">
          {displayQuetzales(before)} →{' '}
          <Text span fw={600} {...(after !== undefined && after < 0n ? { c: 'red' } : {})}>
            {after === undefined ? '—' : displayQuetzales(after)}
          </Text>
        </Text>
      </Group>
    </Paper>
  );
}
