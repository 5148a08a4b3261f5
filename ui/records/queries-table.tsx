import { Code } from '@mantine/core';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { languageOf } from '@/lib/base/values/language';
import { queryPath } from '@/lib/console/views/pages';
import type { ListedQuery } from '@/lib/console/views/query-list';
import { titleOf } from '@/lib/contract/lookups';
import { CopyIcon } from '@/ui/form/copyable';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { type Column, DataTable } from '@/ui/table/data-table';
import { Ending, MaskedIdentifier, RefundedCharge, Status } from './cells';

interface ShownQuery {
  readonly id: string;
  readonly createdAt: Date;
  readonly lookup: string;
  readonly status: number | null;
  readonly ending: string;
  readonly responsible: string;
  readonly durationMs: number | null;
  readonly charged: bigint;
  readonly refunded?: boolean;
}

/** Makes the columns of a list of queries; `pathOf` writes the link to one of them. */
export async function queryColumns(pathOf: (id: string) => string = queryPath) {
  const t = await getTranslations('queries');
  const language = languageOf(await getLocale());
  const format = await getFormatter();
  return {
    when: {
      title: t('when'),
      nowrap: true,
      cell: (row) => <QueryLink {...row} href={pathOf(row.id)} />,
    },
    lookup: { title: t('lookup'), nowrap: true, cell: ({ lookup }) => titleOf(lookup, language) },
    status: {
      title: t('status'),
      cell: ({ status }) => (status === null ? '—' : <Status status={status} />),
    },
    ending: {
      title: t('source'),
      width: 130,
      oneLine: true,
      cell: (record) => <Ending record={record} />,
    },
    duration: {
      title: t('duration'),
      numeric: true,
      cell: ({ durationMs }) => (durationMs === null ? '—' : format.number(durationMs)),
    },
    charge: {
      title: t('charge'),
      amount: ({ charged }) => charged,
      cell: ({ charged, refunded }, amount) => {
        if (charged === 0n) return '—';
        return refunded ? <RefundedCharge amount={amount} /> : amount;
      },
    },
  } satisfies Record<string, Column<ShownQuery>>;
}

interface QueriesTableProps {
  readonly rows: readonly ListedQuery[];
  /** Writes the address of a query that leads back to this list. */
  readonly pathOf: (id: string) => string;
  /** Names of integrations by id; without them the column is left out. */
  readonly names?: ReadonlyMap<number, string> | undefined;
}

export async function QueriesTable({ rows, pathOf, names }: QueriesTableProps) {
  const t = await getTranslations('queries');
  const { when, lookup, ...others } = await queryColumns(pathOf);
  const integration: Column<ListedQuery> = {
    title: t('integration'),
    width: 170,
    cell: ({ integrationId }) => names?.get(integrationId),
  };
  const identifier: Column<ListedQuery> = {
    title: t('identifier'),
    nowrap: true,
    cell: ({ identifiers }) => <MaskedIdentifier identifiers={identifiers} most={1} />,
  };
  const request: Column<ListedQuery> = {
    title: t('request'),
    nowrap: true,
    cell: ({ requestId }) => <RequestId id={requestId} what={t('request')} />,
  };
  return (
    <DataTable
      label={t('title')}
      minWidth={names === undefined ? 720 : 910}
      stacks
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        when,
        ...(names === undefined ? [] : [integration]),
        lookup,
        identifier,
        ...Object.values(others),
        request,
      ]}
    />
  );
}

interface QueryLinkProps extends Pick<ShownQuery, 'createdAt'> {
  readonly href: string;
}

function QueryLink({ href, createdAt }: QueryLinkProps) {
  return (
    <TextLink href={href}>
      <Instant at={createdAt} precise />
    </TextLink>
  );
}

const SHOWN_OF_ID = 8;

function RequestId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <>
      <Code title={id} className="request-id">
        {id.length > SHOWN_OF_ID + 1 ? `${id.slice(0, SHOWN_OF_ID)}…` : id}
      </Code>{' '}
      <CopyIcon value={id} what={what} />
    </>
  );
}
