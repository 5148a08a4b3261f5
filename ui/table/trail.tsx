import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { AUDIT_ACTIONS } from '@/lib/access/permissions';
import { type AuditFilter, listAudit } from '@/lib/audit/list';
import { PERIODS } from '@/lib/base/time/periods';
import { consoleContext } from '@/lib/console/session/context';
import type { Parameters } from '@/lib/console/texts/form';
import { type AuditQuery, auditQuerySchema, filterOf } from '@/lib/console/views/audit-view';
import { integrationNames } from '@/lib/integrations/names';
import { listUsers } from '@/lib/users/find';
import { type Filter, FilterBar } from '@/ui/filter/filter-bar';
import { periodFilters, textFilter } from '@/ui/filter/filters';
import { PeriodChoices } from '@/ui/parts/choices';
import { Empty } from '@/ui/parts/empty';
import { Later } from '@/ui/parts/later';
import { AuditTable } from './audit-table';
import { Pages } from './pages';
import { PAGE_SIZE } from './paging';
import { ResultCount } from './result-count';

interface TrailProps {
  readonly parameters: Parameters;
  /** Limits the rows to one integration, on the page with this address. */
  readonly of?: { readonly integrationId: number; readonly base: string };
}

/** Lists audit rows with their filters, newest first. */
export function Trail({ parameters, of }: TrailProps) {
  const query = auditQuerySchema.parse(parameters);
  const filter = { ...filterOf(query, new Date()), integrationId: of?.integrationId };
  const hasDays = query.from !== undefined || query.to !== undefined;
  return (
    <Stack>
      <PeriodChoices periods={PERIODS.audit} usual="all" chosen={hasDays ? 'own' : query.period} />
      <AuditFilters query={query} base={of?.base} />
      <Later>
        <Rows query={query} filter={filter} base={of?.base} />
      </Later>
    </Stack>
  );
}

interface RowsProps {
  readonly query: ReturnType<typeof auditQuerySchema.parse>;
  readonly filter: AuditFilter;
  readonly base: string | undefined;
}

async function Rows({ query, filter, base }: RowsProps) {
  const t = await getTranslations('audit');
  const found = await listAudit(consoleContext().db, filter, PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  return (
    <>
      <ResultCount count={rows.length} />
      {rows.length === 0 ? (
        <Empty title={t('empty')} />
      ) : (
        <AuditTable rows={rows} query={query} base={base} />
      )}
      <Pages next={found.length > PAGE_SIZE ? String(rows.at(-1)?.id) : undefined} />
    </>
  );
}

/** Longest e-mail address. */
const MAX_LENGTH = 320;

interface AuditFiltersProps {
  readonly query: AuditQuery;
  /** The page of one integration: it has no target, and does not suggest who acted elsewhere. */
  readonly base: string | undefined;
}

async function AuditFilters({ query, base }: AuditFiltersProps) {
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
        ...(coversAll ? [await signInsFilter(query.signIns)] : []),
      ]}
    />
  );
}

async function signInsFilter(signIns: AuditQuery['signIns']): Promise<Filter> {
  const t = await getTranslations('audit');
  const label = t('hideSignIns');
  return {
    name: 'signIns',
    label,
    value: signIns && t('hidden'),
    field: (
      <Checkbox
        size="xs"
        mt={30}
        name="signIns"
        value="hidden"
        label={label}
        defaultChecked={signIns !== undefined}
      />
    ),
  };
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
