import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { StatementTotals } from '@/lib/billing/statement';
import { displayChange, displayQuetzales } from '@/lib/money';

const IN_BETWEEN = ['recarga', 'cobro', 'ajuste', 'devolucion'] as const;

/** What a period began with, what moved by kind, and what it ended with. */
export async function Totals({ totals }: { readonly totals: StatementTotals }) {
  const t = await getTranslations('statement');
  const { opening, closing, byKind } = totals;
  return (
    <dl className="totals">
      <Total label={t('opening')} amount={displayQuetzales(opening)} />
      {IN_BETWEEN.map((kind) => {
        const { amount, count } = byKind[kind];
        return (
          <Total
            key={kind}
            label={t(`totals.${kind}`)}
            amount={displayChange(amount)}
            count={t('count', { count })}
          />
        );
      })}
      <Total label={t('closing')} amount={displayQuetzales(closing)} strong />
    </dl>
  );
}

interface TotalProps {
  readonly label: string;
  readonly amount: string;
  readonly count?: string;
  readonly strong?: boolean;
}

function Total({ label, amount, count, strong = false }: TotalProps) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fw={strong ? 700 : 600} className="numeric" ta="left">
        {amount}
      </Text>
      {count !== undefined && (
        <Text component="dd" m={0} size="xs" c="dimmed">
          {count}
        </Text>
      )}
    </div>
  );
}
