import { Button, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { getLocale, getTranslations } from 'next-intl/server';
import { PERIODS } from '@/lib/base/time/periods';
import { languageOf } from '@/lib/base/values/language';
import { displayChange, displayQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import { tariffOf } from '@/lib/billing/charges';
import { LEDGER_KINDS, type StatementEntry, type StatementTotals } from '@/lib/billing/statement';
import { type StatementView, writeStatement } from '@/lib/console/views/statement-view';
import { viewer } from '@/lib/console/views/viewer';
import { titleOf } from '@/lib/contract/lookups';
import { FilterBar } from '@/ui/filter/filter-bar';
import { periodFilters } from '@/ui/filter/filters';
import { Actor } from '@/ui/parts/actor';
import { PeriodChoices } from '@/ui/parts/choices';
import { Fact, Facts } from '@/ui/parts/facts';
import { Later } from '@/ui/parts/later';
import { LinkButton } from '@/ui/parts/link-button';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant, periodText } from '@/ui/parts/time';
import { Charges } from '@/ui/records/charges';
import { DataTable } from '@/ui/table/data-table';
import { DotBadge } from '@/ui/table/dot-badge';
import { noteOf } from '@/ui/table/note';
import { Pages } from '@/ui/table/pages';
import { PAGE_SIZE } from '@/ui/table/paging';

interface StatementProps {
  readonly path: string;
  readonly id: number;
  readonly view: StatementView;
  readonly totals: StatementTotals;
  /** One more than a page if there are older ones. */
  readonly entries: readonly StatementEntry[];
}

export async function Statement({ path, id, view, totals, entries }: StatementProps) {
  const t = await getTranslations('statement');
  const rows = entries.slice(0, PAGE_SIZE);
  const query = writeStatement(view);
  const next = entries.length > PAGE_SIZE ? rows.at(-1)?.seq : undefined;
  return (
    <Section title={t('title')} what={t('what')}>
      <StatementFilter view={view} />
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>{await periodText(view)}</Text>
          <Group gap="xs">
            <Button
              component="a"
              href={`${path}/statement.csv${query}`}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('csv')}
            </Button>
            <LinkButton
              href={`${path}/print${query}`}
              size="xs"
              leftSection={<IconPrinter size={16} aria-hidden />}
            >
              {t('print')}
            </LinkButton>
          </Group>
        </Group>
        <Totals totals={totals} />
        <Later rows={3}>
          <Charges integrationId={id} totals={totals} />
        </Later>
      </Stack>
      {rows.length === 0 ? (
        <Text c="dimmed">{t(totals.count === 0 ? 'empty' : 'noneOfKind')}</Text>
      ) : (
        <StatementTable entries={rows} />
      )}
      <Pages next={next === undefined ? undefined : String(next)} />
    </Section>
  );
}

const COLORS = { recarga: 'plain', cobro: 'plain', ajuste: 'yellow', devolucion: 'blue' } as const;

export async function StatementTable({ entries }: { readonly entries: readonly StatementEntry[] }) {
  const t = await getTranslations('statement');
  return (
    <DataTable
      label={t('title')}
      minWidth={690}
      stacks
      rows={entries}
      keyOf={({ seq }) => String(seq)}
      columns={[
        { title: t('number'), numeric: true, cell: ({ seq }) => String(seq) },
        { title: t('when'), nowrap: true, cell: ({ createdAt }) => <Instant at={createdAt} /> },
        {
          title: t('kind'),
          nowrap: true,
          cell: ({ kind }) => <DotBadge colour={COLORS[kind]}>{t(`kinds.${kind}`)}</DotBadge>,
        },
        { title: t('origin'), width: 170, cell: (entry) => <Origin entry={entry} /> },
        { title: t('amount'), amount: ({ amount }) => amount, signed: true },
        { title: t('balance'), amount: ({ balanceAfter }) => balanceAfter },
      ]}
    />
  );
}

/** Shows the note and author of an entry, or its query. */
async function Origin({ entry }: { readonly entry: StatementEntry }) {
  const t = await getTranslations('statement');
  const language = languageOf(await getLocale());
  const { referencia, queryId, kind, actor, ending } = entry;
  const nota = await noteOf(entry);
  const tariff = tariffOf(entry);
  const { pagesOf, actorOf } = await viewer();
  return (
    <>
      {nota !== null && <Text size="sm">{nota}</Text>}
      {referencia !== null && (
        <Text size="sm">{t('referenceIs', { referencia: visible(referencia) })}</Text>
      )}
      {queryId !== null && (
        <>
          <TextLink href={pagesOf('').query(queryId)}>
            {t('query', { id: queryId.slice(-8) })}
          </TextLink>{' '}
          {entry.lookup !== null && tariff !== null && (
            <span className="nowrap">
              {t('asked', {
                lookup: titleOf(entry.lookup, language),
                tariff: displayQuetzales(tariff),
              })}
            </span>
          )}
        </>
      )}
      {ending === 'empty' && <Note size="xs">{t('emptyAnswer')}</Note>}
      {kind !== 'cobro' && (
        <Note size="xs">
          <Actor name={actorOf(actor)} />
        </Note>
      )}
    </>
  );
}

export async function StatementFilter({ view }: { readonly view: StatementView }) {
  const t = await getTranslations('statement');
  const { preset, kinds, firstDay, lastDay } = view;
  const custom = preset === 'custom';
  const own = custom ? { from: firstDay, to: lastDay } : {};
  return (
    <Stack gap="sm">
      <PeriodChoices periods={PERIODS.statement} usual="30d" chosen={preset} />
      <FilterBar
        kept={{ period: custom || preset === '30d' ? undefined : preset }}
        filters={[
          ...(await periodFilters(own, 'day')),
          {
            name: 'kind',
            label: t('kind'),
            value:
              kinds.length === 0 ? undefined : kinds.map((kind) => t(`kinds.${kind}`)).join(', '),
            field: <KindsField kinds={kinds} />,
          },
        ]}
      />
    </Stack>
  );
}

async function KindsField({ kinds }: Pick<StatementView, 'kinds'>) {
  const t = await getTranslations('statement');
  return (
    <Fieldset legend={t('kind')} variant="unstyled" m={0} p={0} fz="xs" className="kinds">
      <Group gap="sm" mih={30}>
        {LEDGER_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            size="xs"
            name="kind"
            value={kind}
            label={t(`kinds.${kind}`)}
            defaultChecked={kinds.includes(kind)}
          />
        ))}
      </Group>
    </Fieldset>
  );
}

export async function Totals({ totals }: { readonly totals: StatementTotals }) {
  const t = await getTranslations('statement');
  const { opening, closing, byKind } = totals;
  const amount = { size: 'sm', fw: 600, className: 'numeric', ta: 'left' } as const;
  return (
    <Facts width={110} className="totals">
      <Fact label={t('opening')} {...amount}>
        {displayQuetzales(opening)}
      </Fact>
      {LEDGER_KINDS.map((kind) => (
        <Fact
          key={kind}
          label={t(`totals.${kind}`)}
          note={t('count', { count: byKind[kind].count })}
          {...amount}
        >
          {displayChange(byKind[kind].amount)}
        </Fact>
      ))}
      <Fact label={t('closing')} {...amount} fw={700}>
        {displayQuetzales(closing)}
      </Fact>
    </Facts>
  );
}
