import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '@/app/(console)/data-table';
import { Instant } from '@/app/(console)/instant';
import { Pages } from '@/app/(console)/pages';
import { Section } from '@/app/(console)/section';
import type { LedgerEntry } from '@/lib/billing/list-ledger';
import { displayQuetzales } from '@/lib/money';

interface LedgerProps {
  /** One more than a page, when there are older ones. */
  readonly entries: readonly LedgerEntry[];
  readonly pageSize: number;
}

/** The statement of the account, newest first. */
export async function Ledger({ entries, pageSize }: LedgerProps) {
  const t = await getTranslations('ledger');
  const rows = entries.slice(0, pageSize);
  const last = rows.at(-1);
  return (
    <Section title={t('title')} what={t('what')}>
      {last === undefined ? <Text c="dimmed">{t('empty')}</Text> : <LedgerTable entries={rows} />}
      <Pages parameter="before" next={entries.length > pageSize ? String(last?.seq) : undefined} />
    </Section>
  );
}

async function LedgerTable({ entries }: Pick<LedgerProps, 'entries'>) {
  const t = await getTranslations('ledger');
  return (
    <DataTable
      label={t('title')}
      minWidth={720}
      columns={[
        { key: 'number', title: t('number'), numeric: true },
        { key: 'when', title: t('when'), nowrap: true },
        { key: 'kind', title: t('kind') },
        { key: 'note', title: t('note'), width: 180 },
        { key: 'amount', title: t('amount'), numeric: true },
        { key: 'balance', title: t('balance'), numeric: true },
      ]}
      rows={entries.map((entry) => ({
        key: String(entry.seq),
        cells: {
          number: String(entry.seq),
          when: <Instant at={entry.createdAt} />,
          kind: t(`kinds.${entry.kind}`),
          note: <Origin entry={entry} />,
          amount: displayQuetzales(entry.amount),
          balance: displayQuetzales(entry.balanceAfter),
        },
      }))}
    />
  );
}

function Origin({ entry }: { readonly entry: LedgerEntry }) {
  return (
    <>
      <Text size="sm">{entry.nota}</Text>
      <Text size="xs" c="dimmed">
        {entry.actor}
      </Text>
    </>
  );
}
