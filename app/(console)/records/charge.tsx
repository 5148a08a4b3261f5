import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { displayQuetzales } from '@/lib/money';

interface ChargeProps {
  /** In 1/10000 quetzal. */
  readonly amount: bigint;
  readonly refunded: boolean;
}

/** What a query cost; struck out, with a word beside it, when it was returned. */
export async function Charge({ amount, refunded }: ChargeProps) {
  const t = await getTranslations('refund');
  if (amount === 0n) return '—';
  if (!refunded) return displayQuetzales(amount);
  return (
    <>
      <s>{displayQuetzales(amount)}</s>
      <Text size="xs" c="dimmed">
        {t('short')}
      </Text>
    </>
  );
}
