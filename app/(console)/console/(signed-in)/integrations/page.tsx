import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { SearchField } from '@/app/(console)/form/search-field';
import { Choices } from '@/app/(console)/layout/choices';
import { Later } from '@/app/(console)/layout/later';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { titled } from '@/app/(console)/layout/metadata';
import { PageTitle } from '@/app/(console)/layout/section';
import { Nothing } from '@/app/(console)/table/integration';
import { NumberedPages } from '@/app/(console)/table/pages';
import { ResultCount } from '@/app/(console)/table/result-count';
import { consoleContext } from '@/lib/console/context';
import { maybe, type PageProps, pageSchema, searchSchema } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { sortSchema } from '@/lib/console/sort';
import { rowsOf } from '@/lib/paging';
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

const querySchema = z.object({
  q: searchSchema,
  state: maybe(z.enum(INTEGRATION_STATES)),
  sort: sortSchema(INTEGRATION_COLUMNS, 'nombre'),
  page: pageSchema,
});

export const generateMetadata = titled('integrations.title');

export default async function IntegrationsPage({ searchParams }: PageProps) {
  const { role } = await requireUser();
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('integrations');
  return (
    <Stack>
      <PageTitle
        beside={
          may(role, 'integration.create') && (
            <LinkButton href="/console/new-integration" variant="filled">
              {t('create')}
            </LinkButton>
          )
        }
      >
        {t('title')}
      </PageTitle>
      <SearchField query={query.q} label={t('search')} />
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
  const [counts, rows] = await Promise.all([
    countByState(db, q),
    listByUse(db, { part: q, state }, { sort, ...rowsOf(page) }),
  ]);
  const filtered = q !== '' || state !== undefined || page > 1;
  return (
    <>
      <States state={state} counts={counts} />
      <ResultCount count={counts[state ?? 'all']} />
      {rows.length > 0 ? (
        <IntegrationsTable rows={rows} sort={sort} />
      ) : (
        <Nothing all={filtered ? '/console/integrations' : undefined} mayCreate={mayCreate} />
      )}
      <NumberedPages page={page} rows={counts[state ?? 'all']} />
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
