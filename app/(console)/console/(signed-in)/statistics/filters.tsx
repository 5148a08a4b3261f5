import { TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterForm } from '@/app/(console)/form/filter-form';
import { IntegrationField, LookupField } from '@/app/(console)/form/query-fields';
import { DEFAULT_PERIOD, type StatisticsView } from '@/lib/console/statistics-view';

interface FiltersProps {
  readonly view: StatisticsView;
  readonly names: readonly string[];
  readonly unknown: boolean;
}

/** Whose queries, which of them, and days of one's own. */
export async function Filters({ view, names, unknown }: FiltersProps) {
  const t = await getTranslations('statistics');
  const { period, from, to, lookup, integration } = view;
  const own = from !== undefined || to !== undefined;
  return (
    <FilterForm filtered={own || lookup !== undefined || integration !== undefined}>
      {!own && period !== DEFAULT_PERIOD && <input type="hidden" name="period" value={period} />}
      <IntegrationField value={integration} names={names} unknown={unknown} />
      <LookupField value={lookup} />
      <TextInput type="date" name="from" label={t('from')} defaultValue={from ?? ''} />
      <TextInput type="date" name="to" label={t('to')} defaultValue={to ?? ''} />
    </FilterForm>
  );
}
