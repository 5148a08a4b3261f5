import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { displayQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/text';
import {
  listRefundRequests,
  type RefundRequest,
  type RefundState,
} from '@/lib/billing/refund-requests';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import { maybe, type PageProps, pageSchema } from '@/lib/console/texts/form';
import { Actor } from '@/ui/parts/actor';
import { Choices } from '@/ui/parts/choices';
import { Note } from '@/ui/parts/note';
import { PageTitle } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { titled } from '@/ui/shell/metadata';
import { DataTable } from '@/ui/table/data-table';
import { DotBadge, type DotColour } from '@/ui/table/dot-badge';
import { IntegrationLink } from '@/ui/table/integration';
import { NumberedPages } from '@/ui/table/pages';
import { rowsOf } from '@/ui/table/paging';

const querySchema = z.object({ state: maybe(z.literal('all')), page: pageSchema });

export const generateMetadata = titled('refundRequests.title');

/** Lists refund requests, for those who decide and those who asked. */
export default async function RefundsPage({ searchParams }: PageProps) {
  await requireUser();
  const { state, page } = querySchema.parse(await searchParams);
  const t = await getTranslations('refundRequests');
  const { rows, count } = await listRefundRequests(
    consoleContext().db,
    { open: state === undefined },
    rowsOf(page),
  );
  return (
    <Stack>
      <PageTitle what={t('what')}>{t('title')}</PageTitle>
      <Choices
        label={t('state')}
        parameter="state"
        chosen={state}
        choices={[
          { value: undefined, label: t('filters.open') },
          { value: 'all', label: t('filters.all') },
        ]}
      />
      <Requests rows={rows} empty={t(state === undefined ? 'empty' : 'emptyAll')} />
      <NumberedPages page={page} rows={count} />
    </Stack>
  );
}

const COLOURS: Readonly<Record<RefundState, DotColour>> = {
  open: 'yellow',
  refunded: 'plain',
  declined: 'plain',
};

interface RequestsProps {
  readonly rows: readonly RefundRequest[];
  readonly empty: string;
}

async function Requests({ rows, empty }: RequestsProps) {
  const t = await getTranslations('refundRequests');
  const words = await getTranslations('queries');
  return (
    <DataTable
      label={t('title')}
      minWidth={736}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { title: t('requested'), width: 220, cell: (row) => <Requested row={row} /> },
        {
          title: words('integration'),
          width: 170,
          cell: ({ nombre }) => <IntegrationLink nombre={nombre} />,
        },
        { title: t('amount'), numeric: true, cell: ({ amount }) => displayQuetzales(amount) },
        {
          title: t('why'),
          width: 172,
          cell: ({ nota, declinedNota }) => (
            <>
              <Text size="sm" className="written">
                {visible(nota)}
              </Text>
              {declinedNota !== null && <Note size="xs">{visible(declinedNota)}</Note>}
            </>
          ),
        },
        {
          title: t('state'),
          width: 100,
          cell: ({ state, declinedBy }) => (
            <>
              <DotBadge colour={COLOURS[state]}>{t(`states.${state}`)}</DotBadge>
              {state === 'declined' && (
                <Note size="xs">
                  {t.rich('by', { actor: () => <Actor name={declinedBy ?? ''} /> })}
                </Note>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

async function Requested({ row }: { readonly row: RefundRequest }) {
  const t = await getTranslations('refundRequests');
  return (
    <>
      <TextLink href={`/console/queries/${row.queryId}`}>
        <Instant at={row.requestedAt} />
      </TextLink>
      <Note size="xs">{t.rich('by', { actor: () => <Actor name={row.requestedBy} /> })}</Note>
    </>
  );
}
