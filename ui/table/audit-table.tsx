import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { isAuditAction, ROLES } from '@/lib/access/permissions';
import { ALL_QUERIES } from '@/lib/audit/changes';
import type { AuditRow } from '@/lib/audit/list';
import { dayOf } from '@/lib/base/time/guatemala';
import { type AuditQuery, auditPath, withoutRepeats } from '@/lib/console/views/audit-view';
import { Actor } from '@/ui/parts/actor';
import { Note } from '@/ui/parts/note';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { Difference } from './audit-difference';
import { type Column, DataTable } from './data-table';

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  /** Present filters; the link in a cell adds its own value to them. */
  readonly query: AuditQuery;
  /** The page of one integration, whose rows need no column of the target. */
  readonly base?: string | undefined;
}

export async function AuditTable({ rows, query, base }: AuditTableProps) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  const roles = await getTranslations('roles');
  const pages = await getTranslations('navigation.names');
  const named = (target: string) => {
    const role = ROLES.find((one) => one === target);
    if (role !== undefined) return roles(role);
    return target === ALL_QUERIES ? pages('queries') : target;
  };
  const filterLink = (more: AuditQuery, shown: ReactNode) => (
    <TextLink href={auditPath({ ...query, ...more }, base)} look="plain">
      {shown}
    </TextLink>
  );
  const targetColumn: Column<AuditRow> = {
    title: t('target'),
    width: 175,
    cell: ({ target }) => filterLink({ target }, target && <Actor name={named(target)} />),
  };
  return (
    <DataTable
      label={t('title')}
      minWidth={base === undefined ? 1000 : 840}
      stacks
      rows={withoutRepeats(rows)}
      keyOf={({ id }) => String(id)}
      columns={[
        {
          title: t('when'),
          nowrap: true,
          cell: ({ at }) => filterLink({ from: dayOf(at), to: dayOf(at) }, <Instant at={at} />),
        },
        {
          title: t('who'),
          width: 190,
          cell: ({ actor }) => filterLink({ actor }, <Actor name={actor} />),
        },
        {
          title: t('what'),
          width: 150,
          cell: ({ action, times, first }) => (
            <>
              {isAuditAction(action) ? filterLink({ action }, actions(action)) : action}
              {times > 1 && (
                <Note size="xs">
                  {t.rich('times', { times, first: () => <Instant at={first} /> })}
                </Note>
              )}
            </>
          ),
        },
        ...(base === undefined ? [targetColumn] : []),
        { title: t('change'), width: 230, cell: (row) => <Difference {...row} /> },
        {
          title: t('from'),
          nowrap: true,
          cell: ({ address }) =>
            address === null ? <span className="none">—</span> : filterLink({ address }, address),
        },
      ]}
    />
  );
}
