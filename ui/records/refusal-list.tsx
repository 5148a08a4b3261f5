import '@/ui/charts/charts.css';
import './records.css';
import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { PERIODS } from '@/lib/base/time/periods';
import { consoleContext } from '@/lib/console/session/context';
import type { Parameters } from '@/lib/console/texts/form';
import { readRefusals, recentPart } from '@/lib/console/views/histogram';
import { ownView } from '@/lib/console/views/pages';
import { periodOf, spanOf } from '@/lib/console/views/query-view';
import {
  parseRefusals,
  type RefusalView,
  refusalFilterOf,
  refusalsPath,
} from '@/lib/console/views/refusal-view';
import { viewer } from '@/lib/console/views/viewer';
import { FAILURES, failures } from '@/lib/contract/failures';
import { integrationNames, integrationsMatching } from '@/lib/integrations/names';
import { refusalsByReason } from '@/lib/recording/list-refusals';
import { timeAxis } from '@/ui/charts/axis';
import { Volume } from '@/ui/charts/volume';
import { FilterBar } from '@/ui/filter/filter-bar';
import {
  integrationFilter,
  lookupFilter,
  periodFilters,
  responsibleFilter,
  selectFilter,
  sourceFilter,
  statusFilter,
  textFilter,
} from '@/ui/filter/filters';
import { PeriodChoices } from '@/ui/parts/choices';
import { Later } from '@/ui/parts/later';
import { PageTitle } from '@/ui/parts/section';
import { NumberedPages } from '@/ui/table/pages';
import { rowsOf } from '@/ui/table/paging';
import { ResultCount } from '@/ui/table/result-count';
import { RefusalTable } from './refusals';

interface RefusalListProps {
  readonly parameters: Parameters;
  /** The only integration to show, on a page of its people. */
  readonly integration?: { readonly id: number; readonly nombre: string };
}

/** Lists the requests that were refused before their source, with filters. */
export async function RefusalList({ parameters, integration }: RefusalListProps) {
  const { page, sort, ...given } = parseRefusals(parameters);
  const view = integration ? ownView(given) : given;
  const t = await getTranslations('refusals');
  const names = integration
    ? new Map([[integration.id, integration.nombre]])
    : await integrationNames(consoleContext().db);
  return (
    <Stack>
      <PageTitle what={t('listWhat')}>{t('title')}</PageTitle>
      <PeriodChoices periods={PERIODS.refusals} usual="24h" chosen={periodOf(view)} />
      <RefusalFilters view={view} names={names} />
      <Later>
        <Found view={view} page={page} sort={sort} names={names} />
      </Later>
    </Stack>
  );
}

interface FiltersProps {
  readonly view: RefusalView;
  readonly names: ReadonlyMap<number, string>;
}

async function RefusalFilters({ view, names }: FiltersProps) {
  const t = await getTranslations('refusals');
  const reasons = await getTranslations('failures');
  const { isStaff } = await viewer();
  const { reason, status, lookup, source, responsible, integration, address, period } = view;
  const choices = FAILURES.filter((name) => !failures[name].recorded).map((value) => ({
    value,
    label: reasons(value),
  }));
  return (
    <FilterBar
      kept={{ period }}
      filters={[
        selectFilter({ name: 'reason', label: t('reason'), value: reason, choices }),
        await statusFilter(status),
        await lookupFilter(lookup),
        { ...(await sourceFilter(source)), rare: true },
        { ...(await responsibleFilter(responsible)), rare: true },
        ...(isStaff
          ? [
              await integrationFilter(integration, names),
              textFilter({ name: 'address', label: t('address'), value: address }),
            ]
          : []),
        ...(await periodFilters(view, 'minute')),
      ]}
    />
  );
}

interface FoundProps extends Pick<ReturnType<typeof parseRefusals>, 'page' | 'sort'> {
  readonly view: RefusalView;
  readonly names: ReadonlyMap<number, string>;
}

async function Found({ view, page, sort, names }: FoundProps) {
  const { db } = consoleContext();
  const t = await getTranslations('refusals');
  const { isStaff, pagesOf } = await viewer();
  const { integration: part } = view;
  const matching = part === undefined ? undefined : integrationsMatching(names, part);
  const filter = refusalFilterOf(view, isStaff ? matching : names, settings().adapters);
  const path = isStaff ? refusalsPath : pagesOf('').refusals;
  const span = spanOf(view, new Date());
  const [{ bars, unitMs }, rows] = await Promise.all([
    readRefusals(db, filter, span),
    refusalsByReason(db, filter, recentPart(span), {
      sort,
      addresses: isStaff,
      ...rowsOf(page),
    }),
  ]);
  const rest = { ...view, from: undefined, to: undefined, period: undefined };
  return (
    <>
      <Stack component="section" gap="xs" className="histogram">
        <Volume
          key={path(view)}
          title={t('chart')}
          axis={await timeAxis(bars, unitMs)}
          kinds={['refused']}
          bars={bars}
          chooseAt={path(rest)}
        />
      </Stack>
      <ResultCount count={rows[0]?.rows ?? 0} />
      <RefusalTable rows={rows} names={names} sort={sort} />
      <NumberedPages page={page} rows={rows[0]?.rows ?? 0} />
    </>
  );
}
