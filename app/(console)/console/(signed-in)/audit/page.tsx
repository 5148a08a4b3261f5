import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Empty } from '@/app/(console)/layout/empty';
import { Later } from '@/app/(console)/layout/later';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';
import { AuditTable } from '@/app/(console)/table/audit-table';
import { Pages } from '@/app/(console)/table/pages';
import { listAudit } from '@/lib/audit/list';
import { filterOf, querySchema } from '@/lib/console/audit-view';
import { consoleContext } from '@/lib/console/context';
import type { PageProps } from '@/lib/console/form';
import { requirePermission } from '@/lib/console/guard';
import { AuditFilters } from './filters';

const PAGE_SIZE = 50;

export const generateMetadata = titled('audit.title');

export default async function AuditPage({ searchParams }: PageProps) {
  await requirePermission('audit.read');
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('audit');
  return (
    <Stack>
      <PageTitle>{t('title')}</PageTitle>
      <AuditFilters query={query} />
      <Later>
        <Trail query={query} />
      </Later>
    </Stack>
  );
}

async function Trail({ query }: { readonly query: ReturnType<typeof querySchema.parse> }) {
  const t = await getTranslations('audit');
  const found = await listAudit(consoleContext().db, filterOf(query), PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  return (
    <>
      {rows.length === 0 ? <Empty title={t('empty')} /> : <AuditTable rows={rows} query={query} />}
      <Pages
        parameter="before"
        next={found.length > PAGE_SIZE ? String(rows.at(-1)?.id) : undefined}
      />
    </>
  );
}
