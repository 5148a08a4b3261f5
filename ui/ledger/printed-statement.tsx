import './print.css';
import { Group, Stack, Text, Title } from '@mantine/core';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { startOfDay } from '@/lib/base/time/guatemala';
import { languageOf } from '@/lib/base/values/language';
import { displayChange, displayQuetzales, placesOf } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import { tariffOf } from '@/lib/billing/charges';
import { type ChargesLine, isEntry } from '@/lib/billing/condensed-statement';
import {
  LEDGER_KINDS,
  type StatementEntry,
  type StatementTotals,
  statementTotals,
} from '@/lib/billing/statement';
import {
  type PrintableStatement,
  printableLines,
} from '@/lib/console/downloads/printable-statement';
import { consoleContext } from '@/lib/console/session/context';
import type { Parameters } from '@/lib/console/texts/form';
import { descriptionOf } from '@/lib/console/views/integration';
import {
  parseStatement,
  type StatementView,
  writeStatement,
} from '@/lib/console/views/statement-view';
import { viewer } from '@/lib/console/views/viewer';
import { titleOf } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import { Fact, Facts } from '@/ui/parts/facts';
import { LinkButton } from '@/ui/parts/link-button';
import { Note } from '@/ui/parts/note';
import { Instant, periodText } from '@/ui/parts/time';
import { Charges } from '@/ui/records/charges';
import { DataTable } from '@/ui/table/data-table';
import { noteOf } from '@/ui/table/note';
import { PrintButton } from './print-button';

interface PrintedStatementProps {
  readonly integration: IntegrationView;
  readonly parameters: Parameters;
}

/** Shows the statement as sheets of paper, with a button that prints them. */
export async function PrintedStatement({ integration, parameters }: PrintedStatementProps) {
  const { id, nombre } = integration;
  const now = new Date();
  const view = parseStatement(parameters, now);
  const { db } = consoleContext();
  const totals = await statementTotals(db, id, view);
  const lines = await printableLines(db, id, totals, view.kinds);
  const t = await getTranslations('statement');
  const back = `${(await viewer()).pagesOf(nombre).balance}${writeStatement(view)}`;
  return (
    <Stack>
      <Group>
        <PrintButton />
        <LinkButton href={back}>{t('back')}</LinkButton>
      </Group>
      <Document nombre={nombre} id={id} view={view} totals={totals} lines={lines} madeAt={now} />
    </Stack>
  );
}

interface DocumentProps {
  readonly nombre: string;
  readonly id: number;
  readonly view: StatementView;
  readonly totals: StatementTotals;
  readonly lines: PrintableStatement;
  readonly madeAt: Date;
}

async function Document({ nombre, id, view, totals, lines: printable, madeAt }: DocumentProps) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const { lines, condensed, leftOut } = printable;
  // Pages of staff have the name of the integration above it.
  const order = (await viewer()).isStaff ? 2 : 1;
  const issued = t('issued', { at: format.dateTime(madeAt, 'longMinute') });
  return (
    <article className="paper">
      <SheetMargins left={[nombre, await periodText(view)].join(' · ')} right={issued} />
      <header>
        <Title order={order} size="h3">
          {t('document')}
        </Title>
        <Text size="sm">
          {await periodText(view)}
          {view.kinds.length > 0 && ` · ${view.kinds.map((kind) => t(`kinds.${kind}`)).join(', ')}`}
        </Text>
        <Note size="xs">{issued}</Note>
      </header>
      <Parties nombre={nombre} id={id} />
      <Summary totals={totals} />
      <Charges integrationId={id} totals={totals} />
      {condensed && <Note size="xs">{t('condensed')}</Note>}
      <Lines lines={lines} />
      {leftOut > 0 && <Text size="sm">{t('leftOut', { count: leftOut })}</Text>}
    </article>
  );
}

/** Says who issues the statement and for whom, with the tax numbers of both. */
async function Parties({ nombre, id }: Pick<DocumentProps, 'nombre' | 'id'>) {
  const t = await getTranslations('statement');
  const { customer_name: customer, customer_tax_number: taxNumber } = await descriptionOf(id);
  const { issuer } = settings();
  const taxLine = (number: string | null | undefined) => number && t('taxNumber', { number });
  return (
    <Facts width={220} className="parties">
      <Fact label={t('issuer')} note={taxLine(issuer.taxNumber)} fw={600}>
        {issuer.name}
      </Fact>
      <Fact label={t('customer')} note={taxLine(taxNumber)} fw={600} className="name">
        {customer === null ? nombre : `${visible(customer)} (${nombre})`}
      </Fact>
    </Facts>
  );
}

/** Repeats what the sheets belong to above all but the first, and numbers them. */
async function SheetMargins({ left, right }: { readonly left: string; readonly right: string }) {
  const t = await getTranslations('pages');
  const place = cssString(t('place', { page: '#1', pages: '#2' }))
    .replace('#1', '" counter(page) "')
    .replace('#2', '" counter(pages) "');
  return (
    <style>{`
      @page {
        @top-left { content: ${cssString(left)} }
        @top-right { content: ${cssString(right)} }
        @bottom-right { content: ${place} }
      }
      @page :first {
        @top-left { content: none }
        @top-right { content: none }
      }
    `}</style>
  );
}

function cssString(text: string): string {
  const escaped = text.replaceAll(
    /["\\<\n]/g,
    (character) => `\\${character.charCodeAt(0).toString(16)} `,
  );
  return `"${escaped}"`;
}

async function Summary({ totals }: { readonly totals: StatementTotals }) {
  const t = await getTranslations('statement');
  const { opening, closing, byKind } = totals;
  const changes = LEDGER_KINDS.map((kind) => byKind[kind].amount);
  const places = placesOf([opening, ...changes, closing]);
  return (
    <table className="data-table paper-summary">
      <tbody>
        <tr>
          <th scope="row">{t('opening')}</th>
          <td />
          <td className="numeric">{displayQuetzales(opening, places)}</td>
        </tr>
        {LEDGER_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`totals.${kind}`)}</th>
            <td>{t('count', { count: byKind[kind].count })}</td>
            <td className="numeric">{displayChange(byKind[kind].amount, places)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('closing')}</th>
          <td />
          <td className="numeric">{displayQuetzales(closing, places)}</td>
        </tr>
      </tbody>
    </table>
  );
}

async function Lines({ lines }: Pick<PrintableStatement, 'lines'>) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  const dayOf = ({ day }: ChargesLine) => format.dateTime(startOfDay(day), 'day');
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
        { title: t('amount'), amount: ({ amount }) => amount, signed: true },
        { title: t('balance'), amount: ({ balanceAfter }) => balanceAfter },
      ]}
    />
  );
}

async function Origin({ entry }: { readonly entry: StatementEntry }) {
  const t = await getTranslations('statement');
  const language = languageOf(await getLocale());
  const { referencia, queryId, ending } = entry;
  const texts = [
    await noteOf(entry),
    referencia && t('referenceIs', { referencia: visible(referencia) }),
    entry.lookup &&
      t('asked', {
        lookup: titleOf(entry.lookup, language),
        tariff: displayQuetzales(tariffOf(entry) ?? 0n),
      }),
    queryId && t('query', { id: queryId.slice(-8) }),
    ending === 'empty' && t('emptyAnswer'),
  ];
  return texts.filter(Boolean).join(' · ');
}
