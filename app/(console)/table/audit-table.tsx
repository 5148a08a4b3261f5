import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Instant } from '@/app/(console)/format/instant';
import type { AuditRow } from '@/lib/audit/list';
import { type AuditQuery, auditAddress } from '@/lib/console/audit-view';
import { dayOf } from '@/lib/guatemala';
import { isAuditAction } from '@/lib/permissions';
import { Difference } from './audit-difference';
import { DataTable } from './data-table';

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  /** What the rows are narrowed to already: a cell leads to the same and its own besides. */
  readonly query: AuditQuery;
  /** Told by the page already: a column less. */
  readonly withoutTarget?: boolean;
}

/** Who did what to whom, before and after, when and from where. */
export async function AuditTable({ rows, query, withoutTarget = false }: AuditTableProps) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  const narrowed = (more: AuditQuery, shown: ReactNode) => (
    <Link href={auditAddress({ ...query, ...more })} className="plain" prefetch={false}>
      {shown}
    </Link>
  );
  return (
    <DataTable
      label={t('title')}
      minWidth={withoutTarget ? 780 : 940}
      columns={[
        { key: 'when', title: t('when'), nowrap: true },
        { key: 'who', title: t('who'), width: 130 },
        { key: 'what', title: t('what'), width: 150 },
        ...(withoutTarget ? [] : [{ key: 'target', title: t('target'), width: 175 }]),
        { key: 'change', title: t('change'), width: 230 },
        { key: 'from', title: t('from'), nowrap: true },
      ]}
      rows={rows.map(({ id, at, actor, action, target, before, after, address }) => ({
        key: String(id),
        cells: {
          when: narrowed({ from: dayOf(at), to: dayOf(at) }, <Instant at={at} />),
          who: narrowed({ actor }, actor),
          what: isAuditAction(action) ? narrowed({ action }, actions(action)) : action,
          target: narrowed({ target }, target),
          change: <Difference before={before} after={after} />,
          from: address === null ? '—' : narrowed({ address }, address),
        },
      }))}
    />
  );
}
