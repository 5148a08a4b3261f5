import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { PeriodChoices } from '@/app/(console)/layout/choices';
import { Empty } from '@/app/(console)/layout/empty';
import { Later } from '@/app/(console)/layout/later';
import { AuditTable } from '@/app/(console)/table/audit-table';
import { Pages } from '@/app/(console)/table/pages';
import { ResultCount } from '@/app/(console)/table/result-count';
import { type AuditFilter, listAudit } from '@/lib/audit/list';
import { AUDIT_PERIODS, auditQuerySchema, filterOf } from '@/lib/console/audit-view';
import { consoleContext } from '@/lib/console/context';
import type { Parameters } from '@/lib/console/form';
import { PAGE_SIZE } from '@/lib/paging';
import { AuditFilters } from './filters';

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
      <PeriodChoices periods={AUDIT_PERIODS} usual="all" chosen={hasDays ? 'own' : query.period} />
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
