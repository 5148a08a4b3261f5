import { PageTitle } from '@/app/(console)/layout/section';
import { type PageProps, pageSchema, searchSchema } from '@/lib/console/form';
import './matrix.css';
import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { SearchField } from '@/app/(console)/form/search-field';
import { Later } from '@/app/(console)/layout/later';
import { titled } from '@/app/(console)/layout/metadata';
import { Nothing } from '@/app/(console)/table/integration';
import { NumberedPages } from '@/app/(console)/table/pages';
import { ResultCount } from '@/app/(console)/table/result-count';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { rowsOf } from '@/lib/paging';
import { may } from '@/lib/permissions';
import { countByState, listByUse } from '@/lib/statistics/integrations';
import { queriesByLookup } from '@/lib/statistics/usage';
import { FlagMatrix } from './flag-matrix';

const BY_NAME = { column: 'nombre', direction: 'asc' } as const;

const querySchema = z.object({ q: searchSchema, page: pageSchema });

export const generateMetadata = titled('matrix.title');

export default async function MatrixPage({ searchParams }: PageProps) {
  const { role } = await requireUser();
  const query = querySchema.parse(await searchParams);
  const t = await getTranslations('matrix');
  const editable = may(role, 'integration.set');
  return (
    <Stack>
      <PageTitle what={t(editable ? 'what' : 'whatRead')}>{t('title')}</PageTitle>
      <SearchField query={query.q} label={t('search')} />
      <Later>
        <Found {...query} editable={editable} />
      </Later>
    </Stack>
  );
}

interface FoundProps extends z.infer<typeof querySchema> {
  readonly editable: boolean;
}

async function Found({ q, page, editable }: FoundProps) {
  const { db } = consoleContext();
  const [rows, counts] = await Promise.all([
    listByUse(db, { part: q }, { sort: BY_NAME, ...rowsOf(page) }),
    countByState(db, q),
  ]);
  const ids = rows.map(({ id }) => id);
  const usage = await queriesByLookup(db, ids);
  const filtered = q !== '' || page > 1;
  return (
    <>
      <ResultCount count={counts.all} />
      {rows.length > 0 ? (
        <FlagMatrix rows={rows} usage={usage} editable={editable} />
      ) : (
        <Nothing all={filtered ? '/console/matrix' : undefined} mayCreate={editable} />
      )}
      <NumberedPages page={page} rows={counts.all} />
    </>
  );
}
