import { Text } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/format/instant';
import { DataTable } from '@/app/(console)/table/data-table';
import { DotBadge } from '@/app/(console)/table/dot-badge';
import type { LedgerEntry } from '@/lib/billing/statement';
import { displayChange, displayQuetzales } from '@/lib/money';

const COLORS = { recarga: 'green', cobro: 'gray', ajuste: 'yellow', devolucion: 'blue' } as const;

/** The lines of a statement, the newest first, each with the balance it left. */
export async function StatementTable({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const t = await getTranslations('statement');
  return (
    <DataTable
      label={t('title')}
      minWidth={760}
      columns={[
        { key: 'number', title: t('number'), numeric: true },
        { key: 'when', title: t('when'), nowrap: true },
        { key: 'kind', title: t('kind'), nowrap: true },
        { key: 'origin', title: t('origin'), width: 200 },
        { key: 'amount', title: t('amount'), numeric: true },
        { key: 'balance', title: t('balance'), numeric: true },
      ]}
      rows={entries.map((entry) => ({
        key: String(entry.seq),
        cells: {
          number: String(entry.seq),
          when: <Instant at={entry.createdAt} />,
          kind: <DotBadge colour={COLORS[entry.kind]}>{t(`kinds.${entry.kind}`)}</DotBadge>,
          origin: <Origin entry={entry} />,
          amount: displayChange(entry.amount),
          balance: displayQuetzales(entry.balanceAfter),
        },
      }))}
    />
  );
}

/** Why and by whom; for charges and refunds the query itself. */
async function Origin({ entry }: { readonly entry: LedgerEntry }) {
  const t = await getTranslations('statement');
  const { nota, referencia, queryId, kind, actor } = entry;
  return (
    <>
      {nota !== null && <Text size="sm">{nota}</Text>}
      {referencia !== null && <Text size="sm">{t('referenceIs', { referencia })}</Text>}
      {queryId !== null && (
        <Link href={`/console/queries/${queryId}`} prefetch={false} className="quiet">
          {t('query', { id: queryId.slice(-8) })}
        </Link>
      )}
      {kind !== 'cobro' && (
        <Text size="xs" c="dimmed">
          {actor}
        </Text>
      )}
    </>
  );
}
