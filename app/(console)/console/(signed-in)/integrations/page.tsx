import { Group, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { SearchField } from '@/app/(console)/form/search-field';
import { Choices } from '@/app/(console)/layout/choices';
import { Later } from '@/app/(console)/layout/later';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { Nothing } from '@/app/(console)/table/no-integrations';
import { NumberedPages } from '@/app/(console)/table/numbered-pages';
import { consoleContext } from '@/lib/console/context';
import { text } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { sortSchema } from '@/lib/console/sort';
import { may } from '@/lib/permissions';
import {
  countByState,
  INTEGRATION_COLUMNS,
  INTEGRATION_STATES,
  type IntegrationCounts,
  type IntegrationState,
  listByUse,
} from '@/lib/statistics/integrations';
import { IntegrationsTable } from './integrations-table';

const PAGE_SIZE = 50;
const MAX_PAGE = 1_000;

const querySchema = z.object({
  q: text(64).catch(''),
  state: z.enum(INTEGRATION_STATES).optional().catch(undefined),
  sort: sortSchema(INTEGRATION_COLUMNS, 'nombre'),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('title') };
}

interface IntegrationsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function IntegrationsPage({ searchParams }: IntegrationsPageProps) {
  const { role } = await requireUser();
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('integrations');
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        {may(role, 'integration.create') && (
          <LinkButton href="/console/new-integration" variant="filled">
            {t('create')}
          </LinkButton>
        )}
      </Group>
      <Group gap="sm">
        <SearchField query={query.q} label={t('search')} />
      </Group>
      <Later>
        <Found {...query} mayCreate={may(role, 'integration.create')} />
      </Later>
    </Stack>
  );
}

interface FoundProps extends z.infer<typeof querySchema> {
  readonly mayCreate: boolean;
}

async function Found({ q, state, sort, page, mayCreate }: FoundProps) {
  const { db } = consoleContext();
  const offset = (page - 1) * PAGE_SIZE;
  const [counts, rows] = await Promise.all([
    countByState(db, q),
    listByUse(db, { part: q, state }, { sort, limit: PAGE_SIZE, offset }),
  ]);
  const filtered = q !== '' || state !== undefined || page > 1;
  return (
    <>
      <States state={state} counts={counts} />
      {rows.length > 0 ? (
        <IntegrationsTable rows={rows} sort={sort} />
      ) : (
        <Nothing all={filtered ? '/console/integrations' : undefined} mayCreate={mayCreate} />
      )}
      <NumberedPages page={page} pages={Math.ceil(counts[state ?? 'all'] / PAGE_SIZE)} />
    </>
  );
}

interface StatesProps {
  readonly state: IntegrationState | undefined;
  readonly counts: IntegrationCounts;
}

async function States({ state, counts }: StatesProps) {
  const t = await getTranslations('integrations');
  return (
    <Choices
      label={t('state')}
      parameter="state"
      chosen={state}
      choices={[undefined, ...INTEGRATION_STATES].map((value) => ({
        value,
        label: t(`states.${value ?? 'all'}`),
        count: counts[value ?? 'all'],
      }))}
    />
  );
}
