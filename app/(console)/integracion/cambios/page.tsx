import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { isAuditAction } from '@/lib/access/permissions';
import { consoleContext } from '@/lib/console/session/context';
import { requirePlace } from '@/lib/console/session/guard';
import { type PageProps, rowNumberSchema } from '@/lib/console/texts/form';
import { listOwnChanges } from '@/lib/console/views/own-changes';
import { Actor } from '@/ui/parts/actor';
import { PageTitle } from '@/ui/parts/section';
import { Instant } from '@/ui/parts/time';
import { titled } from '@/ui/shell/metadata';
import { Difference } from '@/ui/table/audit-difference';
import { DataTable } from '@/ui/table/data-table';
import { Pages } from '@/ui/table/pages';
import { PAGE_SIZE } from '@/ui/table/paging';

const querySchema = z.object({ before: rowNumberSchema });

export const generateMetadata = titled('integration.tabs.changes');

export default async function PlaceChangesPage({ searchParams }: PageProps) {
  const { place } = await requirePlace();
  const { before } = querySchema.parse(await searchParams);
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  const own = await getTranslations('place');
  const page = { integrationId: place.id, before };
  const found = await listOwnChanges(consoleContext().db, page, PAGE_SIZE + 1);
  const rows = found.slice(0, PAGE_SIZE);
  return (
    <Stack maw={960}>
      <PageTitle what={own('changesWhat')}>{own('changesTitle')}</PageTitle>
      <DataTable
        label={own('changesTitle')}
        minWidth={640}
        stacks
        rows={rows}
        keyOf={({ id }) => String(id)}
        empty={t('empty')}
        columns={[
          { title: t('when'), nowrap: true, cell: ({ at }) => <Instant at={at} /> },
          {
            title: t('what'),
            width: 190,
            cell: ({ action, target }) => (
              <>
                {isAuditAction(action) && actions(action)}
                {target.includes('@') && (
                  <Text size="sm">
                    <Actor name={target} />
                  </Text>
                )}
              </>
            ),
          },
          { title: t('change'), width: 230, cell: (row) => <Difference {...row} /> },
          { title: t('who'), width: 170, cell: ({ actor }) => <Actor name={actor} /> },
        ]}
      />
      <Pages next={found.length > PAGE_SIZE ? String(rows.at(-1)?.id) : undefined} />
    </Stack>
  );
}
