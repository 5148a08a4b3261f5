import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { useId } from 'react';
import { settings } from '@/lib/base/env/settings';
import { type Account, accountsIn, sourceTitle } from '@/lib/base/env/source-settings';
import { parseInstant, startOfDay } from '@/lib/base/time/guatemala';
import { languageOf } from '@/lib/base/values/language';
import { STATUS_CLASSES, type StatusFilter } from '@/lib/base/values/status-filter';
import { PARTIES, type Responsible } from '@/lib/contract/failures';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { integrationsMatching } from '@/lib/integrations/names';
import { TimeField } from '@/ui/form/time-field';
import type { Filter } from './filter-bar';

export function selectFilter(field: SelectFieldProps): Filter {
  const { name, label, value, choices } = field;
  const chosen = choices.find((one) => typeof one === 'object' && one.value === value);
  return {
    name,
    label,
    value: typeof chosen === 'object' ? chosen.label : value,
    field: <SelectField {...field} />,
  };
}

interface TextFilter extends Omit<TextInputProps, 'value'> {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly suggestions?: readonly (string | number)[];
}

export function textFilter({ value, suggestions, ...input }: TextFilter): Filter {
  const props = { maxLength: 64, ...input, defaultValue: value };
  const field =
    suggestions === undefined ? (
      <TextInput size="xs" autoComplete="off" {...props} />
    ) : (
      <SuggestField suggestions={suggestions} {...props} />
    );
  return { name: input.name, label: input.label, value, field };
}

/** Filters by the name of an integration or by a part that several names have. */
export async function integrationFilter(
  value: string | undefined,
  names: ReadonlyMap<number, string>,
): Promise<Filter> {
  const t = await getTranslations('filters');
  const matching = value === undefined ? 0 : integrationsMatching(names, value).size;
  const filter = textFilter({
    name: 'integration',
    label: t('integration'),
    value,
    suggestions: [...names.values()],
    error: value !== undefined && matching === 0 && t('unknownIntegration'),
  });
  return matching > 1
    ? { ...filter, value: t('several', { part: value ?? '', count: matching }) }
    : filter;
}

export async function lookupFilter(lookup: Lookup | undefined): Promise<Filter> {
  const t = await getTranslations('filters');
  const titles = await getTranslations('lookups');
  const choices = LOOKUPS.map((value) => ({ value, label: titles(value) }));
  return selectFilter({ name: 'lookup', label: t('lookup'), value: lookup, choices });
}

const STATUSES = [200, 400, 401, 402, 403, 404, 429, 500, 502];

/** Filters by status or class of statuses. `more` adds choices that lead to another list. */
export async function statusFilter(
  status: StatusFilter | undefined,
  more: readonly { readonly value: string; readonly label: string }[] = [],
): Promise<Filter> {
  const t = await getTranslations('filters');
  const chosen = typeof status === 'number' ? [status] : [];
  const statuses = [...new Set([...STATUSES, ...chosen])].sort((a, b) => a - b).map(String);
  const classes = STATUS_CLASSES.map((value) => ({ value, label: t(`statuses.${value}`) }));
  const value = status === undefined ? undefined : String(status);
  const choices = [...classes, ...statuses, ...more];
  return selectFilter({ name: 'status', label: t('status'), value, choices });
}

export async function sourceFilter(value: Account | undefined): Promise<Filter> {
  const t = await getTranslations('filters');
  const language = languageOf(await getLocale());
  const choices = accountsIn(settings().adapters).map((account) => ({
    value: account,
    label: sourceTitle(account, language),
  }));
  return selectFilter({ name: 'source', label: t('source'), value, choices });
}

export async function responsibleFilter(value: Responsible | undefined): Promise<Filter> {
  const t = await getTranslations('filters');
  const choices = PARTIES.map((party) => ({ value: party, label: t(`parties.${party}`) }));
  return selectFilter({ name: 'responsible', label: t('responsible'), value, choices });
}

interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns the filters `from` and `to`: days, or times to the minute. */
export async function periodFilters(period: Period, unit: 'day' | 'minute'): Promise<Filter[]> {
  const t = await getTranslations('filters');
  const format = await getFormatter();
  const day = unit === 'day';
  const write = (text: string) =>
    format.dateTime((day ? startOfDay(text) : parseInstant(text)) ?? new Date(0), unit);
  return (['from', 'to'] as const).map((name) => {
    const label = t(name);
    const value = period[name] && write(period[name]);
    return {
      name,
      label,
      value,
      field: <TimeField name={name} label={label} written={value} day={day} />,
    };
  });
}

interface SuggestFieldProps extends TextInputProps {
  readonly suggestions: readonly (string | number)[];
}

/** A text field with suggestions; any other text can still be typed. */
function SuggestField({ suggestions, ...field }: SuggestFieldProps) {
  const id = useId();
  return (
    <>
      <TextInput size="xs" list={id} autoComplete="off" {...field} />
      <datalist id={id}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

interface SelectFieldProps extends Pick<Filter, 'name' | 'label' | 'value'> {
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
}

function SelectField({ name, label, value = '', choices }: SelectFieldProps) {
  const t = useTranslations('filters');
  return (
    <NativeSelect
      size="xs"
      name={name}
      label={label}
      defaultValue={value}
      data={[{ value: '', label: t('any') }, ...choices]}
    />
  );
}
