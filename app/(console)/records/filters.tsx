import { Group, NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { IntegrationField, LookupField } from '@/app/(console)/form/query-fields';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { type QueryView, STATUS_CLASSES, tailOfId, writeAddress } from '@/lib/console/query-view';
import { masked } from '@/lib/recording/mask';
import { OUTCOMES_IN_RECORDS } from '@/lib/recording/outcome';
import { LATENCY_BOUNDS_MS } from '@/lib/statistics/latency';
import { FilterForm } from './filter-form';

interface FiltersProps {
  readonly base: string;
  readonly view: QueryView;
  /** The list is kept up to date, and stays so. */
  readonly live: boolean;
  /** Names to choose from; without them the page is of one integration. */
  readonly names: readonly string[] | undefined;
  /** The name in the address is nobody's. */
  readonly unknown: boolean;
}

const STATUSES = [200, 400, 401, 402, 403, 404, 429, 500, 502];
const SLOW_FROM_MS = 100;

/** What narrows the list. All of it stands in the address, of an identifier its digests. */
export async function Filters({ base, view, live, names, unknown }: FiltersProps) {
  const t = await getTranslations('filters');
  const { period, id, ...others } = view;
  const filtered = Object.values({ id, ...others }).some((value) => value !== undefined);
  const rare = [view.outcome, view.charged, view.slower, view.from, view.to];
  return (
    <search aria-label={t('label')}>
      <FilterForm base={base} kept={{ period, id, live: live ? '1' : undefined }}>
        {names !== undefined && (
          <IntegrationField value={view.integration} names={names} unknown={unknown} />
        )}
        <LookupField value={view.lookup} />
        <StatusField view={view} />
        <TextInput name="request" label={t('request')} defaultValue={view.request} maxLength={64} />
        <details className="more-filters" open={rare.some((value) => value !== undefined)}>
          <summary>{t('more')}</summary>
          <div className="filter-fields">
            <OutcomeField view={view} />
            <ChargedField view={view} />
            <SlowerField view={view} />
            <Time name="from" view={view} />
            <Time name="to" view={view} />
          </div>
        </details>
      </FilterForm>
      <Group gap="xs" mt={filtered ? 'xs' : 0}>
        {id !== undefined && (
          <IdentifierPill href={writeAddress(base, { ...view, id: undefined }, live)} view={view} />
        )}
        {filtered && (
          <LinkButton
            href={writeAddress(base, { period }, live)}
            variant="subtle"
            size="compact-sm"
          >
            {t('clear')}
          </LinkButton>
        )}
      </Group>
    </search>
  );
}

interface FieldProps {
  readonly view: QueryView;
}

async function StatusField({ view }: FieldProps) {
  const t = await getTranslations('filters');
  const chosen = typeof view.status === 'number' ? [view.status] : [];
  const statuses = [...new Set([...STATUSES, ...chosen])].sort((a, b) => a - b).map(String);
  const classes = STATUS_CLASSES.map((value) => ({ value, label: t(`statuses.${value}`) }));
  return (
    <NativeSelect
      name="status"
      label={t('status')}
      defaultValue={String(view.status ?? '')}
      data={[{ value: '', label: t('any') }, ...classes, ...statuses]}
    />
  );
}

async function OutcomeField({ view }: FieldProps) {
  const t = await getTranslations('filters');
  const words = await getTranslations('queries');
  const failures = await getTranslations('failures');
  const outcomes = OUTCOMES_IN_RECORDS.map((value) => ({
    value,
    label: value === 'found' ? words('found') : failures(value),
  }));
  return (
    <NativeSelect
      name="outcome"
      label={t('outcome')}
      defaultValue={view.outcome ?? ''}
      data={[{ value: '', label: t('any') }, ...outcomes]}
    />
  );
}

async function ChargedField({ view }: FieldProps) {
  const t = await getTranslations('filters');
  return (
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
  );
}

async function SlowerField({ view }: FieldProps) {
  const t = await getTranslations('filters');
  return (
    <div>
      <TextInput
        name="slower"
        label={t('slower')}
        inputMode="numeric"
        pattern="[0-9]{1,6}"
        maxLength={6}
        autoComplete="off"
        list="latency-bounds"
        defaultValue={view.slower}
      />
      <datalist id="latency-bounds">
        {LATENCY_BOUNDS_MS.filter((bound) => bound >= SLOW_FROM_MS).map((bound) => (
          <option key={bound} value={bound} />
        ))}
      </datalist>
    </div>
  );
}

async function Time({ name, view }: FieldProps & { readonly name: 'from' | 'to' }) {
  const t = await getTranslations('filters');
  return (
    <TextInput
      type="datetime-local"
      step={1}
      name={name}
      label={t(name)}
      defaultValue={view[name]}
    />
  );
}

async function IdentifierPill({ href, view }: FieldProps & { readonly href: string }) {
  const t = await getTranslations('filters');
  const tail = masked(tailOfId(view.id ?? ''));
  const name = t('identifierPill', { tail });
  return (
    <span className="filter-pill">
      {name}
      <Link href={href} aria-label={t('remove', { name })}>
        ×
      </Link>
    </span>
  );
}
