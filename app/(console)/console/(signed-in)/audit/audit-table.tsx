import { Stack, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/instant';
import { ScrollTable } from '@/app/(console)/scroll-table';
import { isAuditAction } from '@/lib/audit/actions';
import type { AuditRow } from '@/lib/audit/list';
import { isJsonObject } from '@/lib/json';

/** Who did what to whom, before and after, when and from where. */
export async function AuditTable({ rows }: { readonly rows: readonly AuditRow[] }) {
  const t = await getTranslations('audit');
  const actions = await getTranslations('actions');
  return (
    <ScrollTable label={t('title')} minWidth={960}>
      <TableThead>
        <TableTr>
          <TableTh>{t('when')}</TableTh>
          <TableTh miw={130}>{t('who')}</TableTh>
          <TableTh miw={150}>{t('what')}</TableTh>
          <TableTh miw={180}>{t('target')}</TableTh>
          <TableTh miw={230}>{t('change')}</TableTh>
          <TableTh>{t('from')}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {rows.map((row) => (
          <TableTr key={String(row.id)}>
            <TableTd className="moment">
              <Instant at={row.at} />
            </TableTd>
            <TableTd className="name">{row.actor}</TableTd>
            <TableTd>{isAuditAction(row.action) ? actions(row.action) : row.action}</TableTd>
            <TableTd className="name">{row.target}</TableTd>
            <TableTd className="name">
              <Difference before={row.before} after={row.after} />
            </TableTd>
            <TableTd className="moment">{row.address ?? '—'}</TableTd>
          </TableTr>
        ))}
      </TableTbody>
    </ScrollTable>
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
        <Text key={name} size="sm">
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
