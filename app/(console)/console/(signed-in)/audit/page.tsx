import { Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { Later } from '@/app/(console)/later';
import { Pages } from '@/app/(console)/pages';
import { AUDIT_ACTIONS } from '@/lib/audit/actions';
import { type AuditFilter as AuditSearch, listAudit } from '@/lib/audit/list';
import { consoleContext } from '@/lib/console/context';
import { text } from '@/lib/console/form';
import { requireAdministrator } from '@/lib/console/guard';
import { AuditTable } from './audit-table';
import { AuditFilter } from './filter';

const PAGE_SIZE = 50;

const name = text(320).optional().catch(undefined);
const querySchema = z.object({
  actor: name,
  target: name,
  action: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  /** Number of the row below which the page begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .optional()
    .catch(undefined),
});

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('audit'))('title') };
}

interface AuditPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: AuditPageProps) {
  await requireAdministrator();
  const filter = querySchema.parse(await searchParams);
  const t = await getTranslations('audit');
  const { actor = '', target = '', action = '' } = filter;
  const kept = Object.entries({ actor, target, action }).filter(([, value]) => value !== '');
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      <AuditFilter
        key={JSON.stringify(kept)}
        actor={actor}
        target={target}
        action={action}
        filtered={kept.length > 0}
      />
      <Later>
        <Trail filter={filter} />
      </Later>
    </Stack>
  );
}

async function Trail({ filter }: { readonly filter: AuditSearch }) {
  const t = await getTranslations('audit');
  const found = await listAudit(consoleContext().db, filter, PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  return (
    <>
      {rows.length === 0 ? <Text c="dimmed">{t('empty')}</Text> : <AuditTable rows={rows} />}
      <Pages
        parameter="before"
        next={found.length > PAGE_SIZE ? String(rows.at(-1)?.id) : undefined}
      />
    </>
  );
}
