import { Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Later } from '@/app/(console)/layout/later';
import { AuditTable } from '@/app/(console)/table/audit-table';
import { Pages } from '@/app/(console)/table/pages';
import { listAudit } from '@/lib/audit/list';
import { filterOf, querySchema } from '@/lib/console/audit-view';
import { consoleContext } from '@/lib/console/context';
import { requirePermission } from '@/lib/console/guard';
import { AuditFilters } from './filters';

const PAGE_SIZE = 50;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audit'))('title') };
}

interface AuditPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  await requirePermission('audit.read');
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('audit');
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
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
      {rows.length === 0 ? (
        <Text c="dimmed" role="status">
          {t('empty')}
        </Text>
      ) : (
        <AuditTable rows={rows} query={query} />
      )}
      <Pages
        parameter="before"
        next={found.length > PAGE_SIZE ? String(rows.at(-1)?.id) : undefined}
      />
    </>
  );
}
