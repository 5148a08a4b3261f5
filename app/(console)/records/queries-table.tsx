import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { CopyIcon } from '@/app/(console)/form/copy-icon';
import { Instant } from '@/app/(console)/format/instant';
import { type DataColumn, DataTable } from '@/app/(console)/table/data-table';
import type { ListedQuery } from '@/lib/console/query-list';
import { Charge } from './charge';
import { MaskedIdentifier } from './identifier';
import { Outcome } from './outcome';
import { Status } from './status';

interface QueriesTableProps {
  readonly rows: readonly ListedQuery[];
  /** Names of integrations by id; without it the column is left out, since all rows are of one. */
  readonly names?: ReadonlyMap<number, string> | undefined;
}

/** Records as the list shows them; what was asked shows its end only. */
export async function QueriesTable({ rows, names }: QueriesTableProps) {
  const t = await getTranslations('queries');
  const format = await getFormatter();
  const columns: DataColumn[] = [
    { key: 'when', title: t('when'), nowrap: true },
    ...(names === undefined ? [] : [{ key: 'integration', title: t('integration'), width: 124 }]),
    { key: 'lookup', title: t('lookup'), nowrap: true },
    { key: 'identifier', title: t('identifier') },
    { key: 'status', title: t('status') },
    { key: 'source', title: t('source') },
    { key: 'duration', title: t('duration'), numeric: true },
    { key: 'charge', title: t('charge'), numeric: true },
    { key: 'request', title: t('request'), nowrap: true },
  ];
  return (
    <DataTable
      label={t('title')}
      minWidth={940}
      columns={columns}
      rows={rows.map((row) => ({
        key: row.id,
        cells: {
          when: (
            <Link href={`/console/queries/${row.id}`} className="quiet" prefetch={false}>
              <Instant at={row.createdAt} precise />
            </Link>
          ),
          integration: names?.get(row.integrationId),
          lookup: row.lookup,
          identifier: <MaskedIdentifier identifiers={row.identifiers} most={1} />,
          status: <Status status={row.status} />,
          source: <Outcome outcome={row.outcome} />,
          duration: row.durationMs === null ? '—' : format.number(row.durationMs),
          charge: <Charge amount={row.charged} refunded={row.refunded} />,
          request: <RequestId id={row.requestId} what={t('request')} />,
        },
      }))}
    />
  );
}

const SHOWN_OF_ID = 8;

function RequestId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <span className="request-id">
      <code title={id}>{id.length > SHOWN_OF_ID + 1 ? `${id.slice(0, SHOWN_OF_ID)}…` : id}</code>
      <CopyIcon value={id} what={what} />
    </span>
  );
}
