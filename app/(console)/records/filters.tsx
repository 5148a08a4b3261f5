import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { HiddenFields } from '@/app/(console)/form/filter-form';
import { IntegrationField, LookupField, SuggestField } from '@/app/(console)/form/query-fields';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { type QueryView, writeAddress } from '@/lib/console/query-view';
import { isFound } from '@/lib/contract/found';
import { masked } from '@/lib/recording/mask';
import { OUTCOMES_IN_RECORDS } from '@/lib/recording/outcome';
import type { SearchedIdentifier } from '@/lib/recording/search-identifier';
import { LATENCY_BOUNDS_MS } from '@/lib/statistics/latency';
import { STATUS_CLASSES } from '@/lib/status-filter';
import { IdentifierFilterForm } from './identifier-filter-form';

interface FiltersProps {
  readonly base: string;
  readonly view: QueryView;
  /** The identifier in the view. */
  readonly searched: SearchedIdentifier | undefined;
  /** Whether the list updates itself, which filtering does not change. */
  readonly live: boolean;
  /** Names to choose from; without them the page is about one integration. */
  readonly names: readonly string[] | undefined;
  /** Whether the name in the address is unknown. */
  readonly unknown: boolean;
}

const STATUSES = [200, 400, 401, 402, 403, 404, 429, 500, 502];
const SLOW_FROM_MS = 100;
/** Choice of the status field that leads to the list of refusals. */
export const REFUSED = 'refused';

export async function Filters({ base, view, searched, live, names, unknown }: FiltersProps) {
  const t = await getTranslations('filters');
  const { period, id, ...others } = view;
  const filtered = Object.values({ id, ...others }).some((value) => value !== undefined);
  const pill = searched && pillOf(searched);
  const rare = [view.outcome, view.charged, view.slower, view.address, view.from, view.to];
  return (
    <>
      <IdentifierFilterForm filtered={filtered} all={writeAddress(base, { period }, live)}>
        <HiddenFields parameters={{ period, id, live: live ? '1' : undefined }} />
        {names !== undefined && (
          <IntegrationField value={view.integration} names={names} unknown={unknown} />
        )}
        <LookupField value={view.lookup} />
        <StatusField status={view.status} withRefused />
        <TextInput name="request" label={t('request')} defaultValue={view.request} maxLength={64} />
        <details className="more-filters" open={rare.some((value) => value !== undefined)}>
          <summary>{t('more')}</summary>
          <div className="filter-fields">
            <OutcomeField outcome={view.outcome} />
            <NativeSelect
              name="charged"
              label={t('charged')}
              defaultValue={view.charged ?? ''}
              data={[
                { value: '', label: t('any') },
                { value: 'yes', label: t('yes') },
                { value: 'no', label: t('no') },
              ]}
            />
            <SuggestField
              name="slower"
              label={t('slower')}
              inputMode="numeric"
              pattern="[0-9]{1,6}"
              maxLength={6}
              defaultValue={view.slower}
              suggestions={LATENCY_BOUNDS_MS.filter((bound) => bound >= SLOW_FROM_MS)}
            />
            <TextInput
              name="address"
              label={t('address')}
              defaultValue={view.address}
              maxLength={64}
            />
            {(['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="datetime-local"
                step={1}
                name={name}
                label={t(name)}
                defaultValue={view[name]}
              />
            ))}
          </div>
        </details>
      </IdentifierFilterForm>
      {pill !== undefined && (
        <div>
          <LinkButton
            href={writeAddress(base, { ...view, id: undefined }, live)}
            size="compact-sm"
            radius="xl"
            rightSection="×"
            aria-label={t('remove', { name: pill })}
          >
            {pill}
          </LinkButton>
        </div>
      )}
    </>
  );

  function pillOf({ keys, tail }: SearchedIdentifier): string {
    if (keys.length === 0) return t('identifierElsewhere');
    return t('identifierPill', { tail: masked(tail) });
  }
}

interface StatusFieldProps extends Pick<QueryView, 'status'> {
  /** Whether one may choose the requests that were refused, which are in a list of their own. */
  readonly withRefused?: boolean;
}

export async function StatusField({ status, withRefused = false }: StatusFieldProps) {
  const t = await getTranslations('filters');
  const chosen = typeof status === 'number' ? [status] : [];
  const statuses = [...new Set([...STATUSES, ...chosen])].sort((a, b) => a - b).map(String);
  const classes = STATUS_CLASSES.map((value) => ({ value, label: t(`statuses.${value}`) }));
  const more = withRefused ? [{ value: REFUSED, label: t('statuses.refused') }] : [];
  return (
    <NativeSelect
      name="status"
      label={t('status')}
      defaultValue={String(status ?? '')}
      data={[{ value: '', label: t('any') }, ...classes, ...statuses, ...more]}
    />
  );
}

async function OutcomeField({ outcome }: Pick<QueryView, 'outcome'>) {
  const t = await getTranslations('filters');
  const words = await getTranslations('queries');
  const failures = await getTranslations('failures');
  const outcomes = OUTCOMES_IN_RECORDS.map((value) => ({
    value,
    label: isFound(value) ? words(value) : failures(value),
  }));
  return (
    <NativeSelect
      name="outcome"
      label={t('outcome')}
      defaultValue={outcome ?? ''}
      data={[{ value: '', label: t('any') }, ...outcomes]}
    />
  );
}
