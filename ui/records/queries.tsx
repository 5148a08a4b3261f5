import '@/ui/charts/charts.css';
import './records.css';
import { Group, Stack, Text } from '@mantine/core';
import { redirect } from 'next/navigation';
import { getFormatter, getTranslations } from 'next-intl/server';
import { may } from '@/lib/access/permissions';
import { settings } from '@/lib/base/env/settings';
import { PERIODS } from '@/lib/base/time/periods';
import { SECOND_MS } from '@/lib/base/time/time';
import { consoleContext } from '@/lib/console/session/context';
import { isOfCounts, readList } from '@/lib/console/session/slow-list';
import type { Parameters as Address } from '@/lib/console/texts/form';
import { type HistogramFilter, readHistogram } from '@/lib/console/views/histogram';
import { readIdentifier } from '@/lib/console/views/identifiers';
import { ownView, queryPath } from '@/lib/console/views/pages';
import { pageOfQueries, type QueryPage } from '@/lib/console/views/query-list';
import {
  filterOf,
  isLive,
  mayBeLive,
  parseCursor,
  parseView,
  periodOf,
  type QueryView,
  spanOf,
  writeCursor,
  writeView,
} from '@/lib/console/views/query-view';
import { appliesToRefusals, refusalFilterOf, refusalsPath } from '@/lib/console/views/refusal-view';
import { viewer } from '@/lib/console/views/viewer';
import { idsMatching, integrationNames, integrationsMatching } from '@/lib/integrations/names';
import { RESULTS } from '@/lib/statistics/endings';
import type { ActiveSession } from '@/lib/users/sessions';
import { timeAxis } from '@/ui/charts/axis';
import { Volume } from '@/ui/charts/volume';
import { MarkedLater } from '@/ui/integration/diagnosis';
import { PeriodChoices } from '@/ui/parts/choices';
import { Empty } from '@/ui/parts/empty';
import { LinkButton } from '@/ui/parts/link-button';
import { Note } from '@/ui/parts/note';
import { Refresh, RefreshSwitch } from '@/ui/shell/refresh';
import { Pages } from '@/ui/table/pages';
import { PAGE_SIZE } from '@/ui/table/paging';
import { ResultCount } from '@/ui/table/result-count';
import { ExportButton } from './export-button';
import { Filters, REFUSED } from './filters';
import { QueriesTable } from './queries-table';
import { Refusals, RefusedNote } from './refusals';
import { SavedViews } from './saved-views';

interface QueriesProps {
  readonly base: string;
  readonly parameters: Address;
  readonly session: ActiveSession;
  readonly integration?: { readonly id: number; readonly nombre: string };
}

export async function Queries({ base, parameters, session, integration }: QueriesProps) {
  const { isStaff, pagesOf } = await viewer();
  const parsed = parseView(parameters);
  const given = isStaff ? parsed : ownView(parsed);
  const view = integration ? { ...given, integration: undefined } : given;
  const names = integration
    ? new Map([[integration.id, integration.nombre]])
    : await integrationNames(consoleContext().db);
  const integrationId = integration?.id ?? idsMatching(names, view.integration);
  const nombre = integration?.nombre ?? view.integration;
  const searched = readIdentifier(view.id, session);
  const { adapters } = settings();
  const filter = { ...filterOf(view, searched?.keys, adapters), integrationId };
  const span = spanOf(view, new Date());
  const live = isLive(parameters, view);
  const search = { filter, span, before: parseCursor(parameters.before) };
  const rows = {
    base,
    view,
    search,
    session,
    names: integration ? undefined : names,
    pathOf: (id: string) =>
      integration ? pagesOf(integration.nombre).query(id, view) : queryPath(id, view),
  };
  const ofRefusals = nombre === undefined ? undefined : integrationsMatching(names, nombre);
  const refusals = appliesToRefusals(view)
    ? refusalFilterOf(view, ofRefusals, adapters)
    : undefined;
  const all = integration ? pagesOf(integration.nombre).refusals(view) : refusalsPath(view);
  if (parameters.status === REFUSED) redirect(all);
  return (
    <Stack>
      <Group justify="space-between">
        <PeriodChoices periods={PERIODS.queries} chosen={periodOf(view)} />
        {integration === undefined && (
          <SavedViews base={base} view={view} userId={session.userId} />
        )}
        <Group gap="xs">
          {mayBeLive(view) && <RefreshSwitch name="live" on={live} />}
          {may(session.role, 'query.export') && (
            <ExportButton
              view={writeView(view)}
              nombre={integration?.nombre}
              identifiers={may(session.role, 'query.export_identifiers')}
            />
          )}
        </Group>
      </Group>
      <Filters view={view} searched={searched} live={live} names={rows.names} isStaff={isStaff} />
      <Histogram
        base={base}
        view={view}
        session={session}
        filter={filter}
        refusals={refusals}
        span={span}
      />
      {refusals && view.status !== undefined && (
        <RefusedNote filter={refusals} span={span} all={all} status={view.status} />
      )}
      {view.charged === 'repeated' && <MarkedLater />}
      <LiveRows live={live} {...rows} />
      {refusals && <Refusals filter={refusals} span={span} names={names} all={all} />}
    </Stack>
  );
}

interface RowsProps {
  readonly base: string;
  readonly view: QueryView;
  readonly search: Parameters<typeof pageOfQueries>[1];
  readonly session: ActiveSession;
  readonly names: ReadonlyMap<number, string> | undefined;
  readonly pathOf: (id: string) => string;
}

/** Id of the rows of a live list. */
const ROWS = 'rows';
const LIVE_EVERY_MS = 5 * SECOND_MS;

/** Shows the rows, and keeps the first page of a live list up to date. */
function LiveRows({ live, ...rows }: RowsProps & { readonly live: boolean }) {
  if (!live || rows.search.before !== undefined) return <QueryRows {...rows} />;
  return (
    <>
      <Refresh at={new Date()} everyMs={LIVE_EVERY_MS} list={ROWS} />
      <Stack id={ROWS}>
        <QueryRows {...rows} />
      </Stack>
    </>
  );
}

async function QueryRows({ search, names, pathOf, session, ...list }: RowsProps) {
  const t = await getTranslations('queries');
  const page = await readList(consoleContext(), search.filter, session, (db) =>
    pageOfQueries(db, search, PAGE_SIZE),
  );
  if (typeof page === 'string') return <Text role="status">{t(page)}</Text>;
  const isWhole = page.searchedTo === undefined;
  return (
    <>
      <ResultCount count={page.rows.length} />
      {page.rows.length > 0 && <QueriesTable rows={page.rows} names={names} pathOf={pathOf} />}
      {page.rows.length === 0 && isWhole && <Empty title={t('empty')} what={t('emptyWhat')} />}
      {isWhole ? (
        <Pages next={page.next && writeCursor(page.next)} />
      ) : (
        <SearchedTo {...list} page={page} />
      )}
    </>
  );
}

interface SearchedToProps extends Pick<RowsProps, 'base' | 'view'> {
  readonly page: QueryPage;
}

/** Says how far back the search came within its time limit, and offers to continue it. */
async function SearchedTo({ base, view, page: { searchedTo, next } }: SearchedToProps) {
  const t = await getTranslations('queries');
  const format = await getFormatter();
  if (searchedTo === undefined || next === undefined) return null;
  const when = format.dateTime(searchedTo, 'minute');
  const address = new URLSearchParams(writeView(view));
  address.set('before', writeCursor(next));
  return (
    <Group role="status">
      <Text size="sm">{t('searchedTo', { when })}</Text>
      <LinkButton href={`${base}?${address}`}>{t('goOn')}</LinkButton>
    </Group>
  );
}

interface HistogramProps extends HistogramFilter {
  readonly base: string;
  readonly session: ActiveSession;
  readonly view: QueryView;
}

/** Shows the queries of a filter over its period. A chosen stretch becomes the period. */
async function Histogram({ base, view, session, ...asked }: HistogramProps) {
  const t = await getTranslations('histogram');
  const histogram = await readList(consoleContext(), asked.filter, session, (db) =>
    readHistogram(db, asked),
  );
  if (typeof histogram === 'string') return <Note>{t(histogram)}</Note>;
  if (histogram.kind === 'too_long') {
    // Nothing else keeps the stored counts from being used.
    const slower = isOfCounts({ ...asked.filter, minDurationMs: 0 });
    return <Note>{t('tooLong', { slower: String(slower) })}</Note>;
  }
  const { bars, unitMs } = histogram;
  const rest = { ...view, from: undefined, to: undefined, period: undefined };
  return (
    <Stack component="section" gap="xs" className="histogram">
      <Volume
        key={writeView(view)}
        title={t('label')}
        axis={await timeAxis(bars, unitMs)}
        kinds={RESULTS}
        bars={bars}
        chooseAt={`${base}?${writeView(rest)}`}
      />
    </Stack>
  );
}
