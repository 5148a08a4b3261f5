import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { languageOf } from '@/lib/base/values/language';
import { displayQuetzales } from '@/lib/base/values/money';
import { type ChargesOfLookup, chargesByLookup } from '@/lib/billing/charges';
import type { StatementTotals } from '@/lib/billing/statement';
import { consoleContext } from '@/lib/console/session/context';
import { titleOf } from '@/lib/contract/lookups';
import { DataTable } from '@/ui/table/data-table';

interface ChargesProps {
  readonly integrationId: number;
  readonly totals: StatementTotals;
}

/** Shows what each lookup cost at each tariff of a period, and the total to invoice. */
export async function Charges({ integrationId, totals }: ChargesProps) {
  const t = await getTranslations('statement.charged');
  const language = languageOf(await getLocale());
  const format = await getFormatter();
  const rows = await chargesByLookup(consoleContext().db, integrationId, totals);
  if (rows.length === 0) return null;
  const sum = (field: 'charges' | 'refunds') => rows.reduce((total, row) => total + row[field], 0);
  const total = {
    tariff: undefined,
    lookup: t('total'),
    charges: sum('charges'),
    refunds: sum('refunds'),
    amount: rows.reduce((rest, { amount }) => rest + amount, 0n),
  };
  return (
    <DataTable<Omit<ChargesOfLookup, 'tariff'> & { readonly tariff: bigint | undefined }>
      label={t('title')}
      minWidth={420}
      stacks
      rows={[...rows, total]}
      keyOf={({ lookup, tariff }) => `${lookup} ${tariff}`}
      columns={[
        {
          title: t('lookup'),
          nowrap: true,
          cell: ({ lookup, tariff }) =>
            tariff === undefined ? (
              <b>{lookup}</b>
            ) : (
              (lookup && titleOf(lookup, language)) || t('removed')
            ),
        },
        {
          title: t('tariff'),
          numeric: true,
          cell: ({ tariff }) => (tariff === undefined ? '' : displayQuetzales(tariff)),
        },
        { title: t('charges'), numeric: true, cell: ({ charges }) => format.number(charges) },
        { title: t('refunds'), numeric: true, cell: ({ refunds }) => format.number(refunds) },
        {
          title: t('amount'),
          amount: ({ amount }) => amount,
          cell: ({ tariff }, written) => (tariff === undefined ? <b>{written}</b> : written),
        },
      ]}
    />
  );
}
