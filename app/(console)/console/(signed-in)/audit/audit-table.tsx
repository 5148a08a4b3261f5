import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { DataTable } from '@/app/(console)/data-table';
import { Instant } from '@/app/(console)/instant';
import { isAuditAction } from '@/lib/audit/actions';
import type { AuditRow } from '@/lib/audit/list';
import { isJsonObject } from '@/lib/json';

interface AuditTableProps {
  readonly rows: readonly AuditRow[];
  /** Told by the page already: a column less. */
  readonly withoutTarget?: boolean;
}

/** Who did what to whom, before and after, when and from where. */
export async function AuditTable({ rows, withoutTarget = false }: AuditTableProps) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  return (
    <DataTable
      label={t('title')}
      minWidth={withoutTarget ? 780 : 960}
      columns={[
        { key: 'when', title: t('when'), nowrap: true },
        { key: 'who', title: t('who'), width: 130 },
        { key: 'what', title: t('what'), width: 150 },
        ...(withoutTarget ? [] : [{ key: 'target', title: t('target'), width: 180 }]),
        { key: 'change', title: t('change'), width: 230 },
        { key: 'from', title: t('from'), nowrap: true },
      ]}
      rows={rows.map((row) => ({
        key: String(row.id),
        cells: {
          when: <Instant at={row.at} />,
          who: row.actor,
          what: isAuditAction(row.action) ? actions(row.action) : row.action,
          target: row.target,
          change: <Difference before={row.before} after={row.after} />,
          from: row.address ?? '—',
        },
      }))}
    />
  );
}

/** One line for each thing that changed: `name: before → after`. */
function Difference({ before, after }: Pick<AuditRow, 'before' | 'after'>) {
  const [old, now] = [before, after].map((side) => (isJsonObject(side) ? side : {}));
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])];
  if (names.length === 0) return '—';
  return (
    <Stack gap={2}>
      {names.map((name) => (
        <Text key={name} size="sm" className="written" lineClamp={6}>
          <Text span c="dimmed" size="sm">
            {name}:
          </Text>{' '}
          {[old?.[name], now?.[name]]
            .filter((value) => value !== undefined)
            .map(written)
            .join(' → ')}
        </Text>
      ))}
    </Stack>
  );
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
