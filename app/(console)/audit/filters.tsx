import { NativeSelect } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterBar } from '@/app/(console)/form/filter-bar';
import { periodFilters, textFilter } from '@/app/(console)/form/filters';
import { listActors } from '@/lib/audit/list';
import type { AuditQuery } from '@/lib/console/audit-view';
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
  const actions = await getTranslations('actions');
  const coversAll = base === undefined;
  const actors = coversAll ? await listActors(consoleContext().db, MOST_ACTORS) : [];
  const { actor, action, target, address, period } = query;
  const targetFilter = {
    name: 'target',
    label: t('target'),
    value: target,
    field: <TargetField target={target} />,
  };
  return (
    <FilterBar
      kept={{ period: period === 'all' ? undefined : period }}
      filters={[
        textFilter({
          name: 'actor',
          label: t('who'),
          value: actor,
          maxLength: 320,
          suggestions: actors,
        }),
        {
          name: 'action',
          label: t('what'),
          value: action && actions(action),
          field: <ActionField action={action} />,
        },
        ...(coversAll ? [targetFilter] : []),
        ...(await periodFilters(query, 'day')),
        textFilter({ name: 'address', label: t('from'), value: address, maxLength: 320 }),
      ]}
    />
  );
}

const NOUNS = [
  'integration',
  'billing',
  'query',
  'user',
  'session',
  'access',
  'keys',
  'release',
] as const;

async function ActionField({ action }: Pick<AuditQuery, 'action'>) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  return (
    <NativeSelect
      size="xs"
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
