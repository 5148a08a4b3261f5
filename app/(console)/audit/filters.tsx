import { NativeSelect } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FilterBar } from '@/app/(console)/form/filter-bar';
import { periodFilters, textFilter } from '@/app/(console)/form/filters';
import type { AuditQuery } from '@/lib/console/audit-view';
import { consoleContext } from '@/lib/console/context';
import { integrationNames } from '@/lib/integrations/names';
import { AUDIT_ACTIONS } from '@/lib/permissions';
import { listUsers } from '@/lib/users/find';

/** Longest e-mail address. */
const MAX_LENGTH = 320;

interface AuditFiltersProps {
  readonly query: AuditQuery;
  /** The page of one integration: it has no target, and does not suggest who acted elsewhere. */
  readonly base: string | undefined;
}

export async function AuditFilters({ query, base }: AuditFiltersProps) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  const coversAll = base === undefined;
  const { db } = consoleContext();
  const users = coversAll ? (await listUsers(db)).map(({ email }) => email) : [];
  const integrations = coversAll ? [...(await integrationNames(db)).values()] : [];
  const { actor, action, target, address, period } = query;
  return (
    <FilterBar
      kept={{ period: period === 'all' ? undefined : period }}
      filters={[
        textFilter({
          maxLength: MAX_LENGTH,
          name: 'actor',
          label: t('who'),
          value: actor,
          suggestions: users,
        }),
        {
          name: 'action',
          label: t('what'),
          value: action && actions(action),
          field: <ActionField action={action} />,
        },
        ...(coversAll
          ? [
              textFilter({
                maxLength: MAX_LENGTH,
                name: 'target',
                label: t('target'),
                value: target,
                suggestions: [...integrations, ...users],
              }),
            ]
          : []),
        ...(await periodFilters(query, 'day')),
        textFilter({ name: 'address', label: t('from'), value: address }),
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
