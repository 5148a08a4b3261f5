import { Text, Title } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Instant, PeriodText } from '@/app/(console)/format/time';
import { Note } from '@/app/(console)/layout/note';
import { DataTable } from '@/app/(console)/table/data-table';
import { noteOf } from '@/app/(console)/table/note';
import { type ChargesLine, isEntry } from '@/lib/billing/condensed-statement';
import { LEDGER_KINDS, type StatementEntry, type StatementTotals } from '@/lib/billing/statement';
import type { PrintableStatement } from '@/lib/console/printable-statement';
import type { StatementView } from '@/lib/console/statement-view';
import { startOfDay } from '@/lib/guatemala';
import { displayChange, displayQuetzales } from '@/lib/money';
import { visible } from '@/lib/visible';

interface DocumentProps {
  readonly nombre: string;
  readonly view: StatementView;
  readonly totals: StatementTotals;
  readonly lines: PrintableStatement;
  readonly madeAt: Date;
}

/** The statement as a document for A4 paper. */
export async function Document({ nombre, view, totals, lines: printable, madeAt }: DocumentProps) {
  const t = await getTranslations('statement');
  const { lines, condensed, leftOut } = printable;
  return (
    <article className="paper">
      <header>
        <Title order={2} size="h3">
          {t('document')}
        </Title>
        <Text fw={600} className="name">
          {nombre}
        </Text>
        <Text size="sm">
          <PeriodText {...view} />
          {view.kinds.length > 0 && ` · ${view.kinds.map((kind) => t(`kinds.${kind}`)).join(', ')}`}
        </Text>
        <Note size="xs">
          Pasarela · {t('made')} <Instant at={madeAt} />
        </Note>
      </header>
      <Summary totals={totals} />
      {condensed && <Note size="xs">{t('condensed')}</Note>}
      <Lines lines={lines} />
      {leftOut > 0 && <Text size="sm">{t('leftOut', { count: leftOut })}</Text>}
    </article>
  );
}

async function Summary({ totals }: { readonly totals: StatementTotals }) {
  const t = await getTranslations('statement');
  const { opening, closing, byKind } = totals;
  return (
    <table className="data-table paper-summary">
      <tbody>
        <tr>
          <th scope="row">{t('opening')}</th>
          <td />
          <td className="numeric">{displayQuetzales(opening)}</td>
        </tr>
        {LEDGER_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`totals.${kind}`)}</th>
            <td>{t('count', { count: byKind[kind].count })}</td>
            <td className="numeric">{displayChange(byKind[kind].amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('closing')}</th>
          <td />
          <td className="numeric">{displayQuetzales(closing)}</td>
        </tr>
      </tbody>
    </table>
  );
}

async function Lines({ lines }: Pick<PrintableStatement, 'lines'>) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const dayOf = ({ day }: ChargesLine) => format.dateTime(startOfDay(day), { dateStyle: 'medium' });
  return (
    <DataTable
      label={t('title')}
      minWidth={560}
      rows={lines}
      keyOf={({ seq }) => String(seq)}
      empty={t('empty')}
      columns={[
        {
          title: t('when'),
          nowrap: true,
          cell: (line) => (isEntry(line) ? <Instant at={line.createdAt} /> : dayOf(line)),
        },
        { title: t('kind'), cell: (line) => t(`kinds.${isEntry(line) ? line.kind : 'cobro'}`) },
        {
          title: t('origin'),
          width: 140,
          cell: (line) =>
            isEntry(line) ? <Origin entry={line} /> : t('charges', { count: line.count }),
        },
        { title: t('amount'), numeric: true, cell: ({ amount }) => displayChange(amount) },
        { title: t('balance'), numeric: true, cell: (row) => displayQuetzales(row.balanceAfter) },
      ]}
    />
  );
}

async function Origin({ entry }: { readonly entry: StatementEntry }) {
  const t = await getTranslations('statement');
  const { referencia, queryId, outcome } = entry;
  const texts = [
    await noteOf(entry),
    referencia && t('referenceIs', { referencia: visible(referencia) }),
    queryId && t('query', { id: queryId.slice(-8) }),
    outcome === 'found_empty' && t('emptyAnswer'),
  ];
  return texts.filter(Boolean).join(' · ');
}
