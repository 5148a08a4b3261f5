import { NativeSelect, TextInput } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterForm } from '@/app/(console)/form/filter-form';
import { SuggestField } from '@/app/(console)/form/query-fields';
import { listActors } from '@/lib/audit/list';
import { type AuditQuery, auditAddress } from '@/lib/console/audit-view';
import { consoleContext } from '@/lib/console/context';
import { AUDIT_ACTIONS } from '@/lib/permissions';
import { TargetField } from './target-field';

/** Limit of the suggestions; other names can still be typed. */
const MOST_ACTORS = 500;

interface AuditFiltersProps {
  readonly query: AuditQuery;
  /** The page of one integration: it has no target, and does not suggest who acted elsewhere. */
  readonly base: string | undefined;
}

export async function AuditFilters({ query, base }: AuditFiltersProps) {
  const t = await getTranslations('audit');
  const ofAll = base === undefined;
  const actors = ofAll ? await listActors(consoleContext().db, MOST_ACTORS) : [];
  return (
    <FilterForm filtered={auditAddress(query) !== auditAddress({})}>
      <SuggestField
        name="actor"
        label={t('who')}
        defaultValue={query.actor ?? ''}
        maxLength={320}
        suggestions={actors}
      />
      <ActionField action={query.action} />
      {ofAll && <TargetField target={query.target} />}
      <TextInput type="date" name="from" label={t('since')} defaultValue={query.from ?? ''} />
      <TextInput type="date" name="to" label={t('until')} defaultValue={query.to ?? ''} />
      <TextInput
        name="address"
        label={t('from')}
        defaultValue={query.address ?? ''}
        maxLength={320}
      />
    </FilterForm>
  );
}

const NOUNS = ['integration', 'billing', 'query', 'user', 'session', 'access', 'keys'] as const;

async function ActionField({ action }: Pick<AuditQuery, 'action'>) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  return (
    <NativeSelect
      name="action"
      label={t('what')}
      defaultValue={action ?? ''}
      data={[
        { value: '', label: t('anyAction') },
        ...NOUNS.map((noun) => ({
          group: t(`nouns.${noun}`),
          items: AUDIT_ACTIONS.filter((one) => one.startsWith(`${noun}.`)).map((one) => ({
            value: one,
            label: actions(one),
          })),
        })),
      ]}
    />
  );
}
