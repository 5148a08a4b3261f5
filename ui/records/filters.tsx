import { getTranslations } from 'next-intl/server';
import { CHARGED, type QueryView } from '@/lib/console/views/query-view';
import { type EndingWord, isAnswer, RECORDED_ENDINGS } from '@/lib/contract/ending';
import { masked } from '@/lib/recording/mask';
import type { SearchedIdentifier } from '@/lib/recording/search-identifier';
import { LATENCY_BOUNDS_MS } from '@/lib/statistics/latency';
import { type Filter, FilterBar } from '@/ui/filter/filter-bar';
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
import { IdentifierFilterBar } from './identifier-filter-bar';

interface FiltersProps {
  readonly view: QueryView;
  readonly searched: SearchedIdentifier | undefined;
  /** Whether the list updates itself, which filtering does not change. */
  readonly live: boolean;
  /** Names to choose from; without them the page is about one integration. */
  readonly names: ReadonlyMap<number, string> | undefined;
  /** Identifiers and addresses are for staff to search. */
  readonly isStaff: boolean;
}

/** Choice of the status field that leads to the list of refusals. */
export const REFUSED = 'refused';

export async function Filters({ view, searched, live, names, isStaff }: FiltersProps) {
  const t = await getTranslations('filters');
  const { period, id, integration } = view;
  const refused = { value: REFUSED, label: t('statuses.refused') };
  const kept = { period, id, live: live ? '1' : undefined };
  const filters = [
    ...(names ? [await integrationFilter(integration, names)] : []),
    await lookupFilter(view.lookup),
    await statusFilter(view.status, [refused]),
    ...(await periodFilters(view, 'minute')),
    ...(await rareFilters(view)).filter(({ name }) => isStaff || name !== 'address'),
  ];
  if (!isStaff) return <FilterBar kept={kept} filters={filters} />;
  const identifier = searched && (await nameOf(searched));
  return <IdentifierFilterBar kept={kept} identifier={identifier} filters={filters} />;
}

/** Describes an identifier by its end, if this session may read it. */
async function nameOf({ keys, tail }: SearchedIdentifier): Promise<string> {
  const t = await getTranslations('filters');
  return keys.length === 0 ? t('identifierElsewhere') : masked(tail);
}

const SLOW_FROM_MS = 100;

/** Returns the filters that the bar hides until they are used. */
async function rareFilters(view: QueryView): Promise<Filter[]> {
  const t = await getTranslations('filters');
  const words = await getTranslations('queries');
  const failures = await getTranslations('failures');
  const nameOfEnding = (value: EndingWord) =>
    isAnswer(value) ? words(`endings.${value}`) : failures(value);
  const { request, source, outcome, responsible, charged, slower, unread, address } = view;
  const filters: readonly Filter[] = [
    textFilter({ name: 'request', label: t('request'), value: request }),
    selectFilter({
      name: 'outcome',
      label: t('outcome'),
      value: outcome,
      choices: RECORDED_ENDINGS.map((value) => ({ value, label: nameOfEnding(value) })),
    }),
    await sourceFilter(source),
    await responsibleFilter(responsible),
    selectFilter({
      name: 'charged',
      label: t('charged'),
      value: charged,
      choices: CHARGED.map((value) => ({ value, label: t(value) })),
    }),
    textFilter({
      name: 'slower',
      label: t('slower'),
      value: slower?.toString(),
      inputMode: 'numeric',
      pattern: '[0-9]{1,6}',
      maxLength: 6,
      suggestions: LATENCY_BOUNDS_MS.filter((bound) => bound >= SLOW_FROM_MS),
    }),
    textFilter({ name: 'unread', label: t('unread'), value: unread }),
    textFilter({ name: 'address', label: t('address'), value: address }),
  ];
  return filters.map((filter) => ({ ...filter, rare: true }));
}
