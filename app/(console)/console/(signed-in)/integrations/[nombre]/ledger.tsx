import { Group, TableTbody, TableTd, TableTh, TableThead, TableTr, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Instant } from '@/app/(console)/instant';
import { LinkButton } from '@/app/(console)/link-button';
import { ScrollTable } from '@/app/(console)/scroll-table';
import { Section } from '@/app/(console)/section';
import type { LedgerEntry } from '@/lib/billing/list-ledger';
import { displayQuetzales } from '@/lib/money';

interface LedgerProps {
  readonly nombre: string;
  /** One more than a page, when there are older ones. */
  readonly entries: readonly LedgerEntry[];
  readonly pageSize: number;
  /** Not the first page. */
  readonly paged: boolean;
}

/** The statement of the account, newest first. */
export async function Ledger({ nombre, entries, pageSize, paged }: LedgerProps) {
  const t = await getTranslations('ledger');
  const rows = entries.slice(0, pageSize);
  const last = rows.at(-1);
  const more = entries.length > pageSize;
  const page = `/console/integrations/${nombre}`;
  return (
    <Section title={t('title')} what={t('what')}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('empty')}</Text>
      ) : (
        <ScrollTable label={t('title')} minWidth={720}>
          <TableThead>
            <TableTr>
              <TableTh className="numeric">{t('number')}</TableTh>
              <TableTh>{t('when')}</TableTh>
              <TableTh>{t('kind')}</TableTh>
              <TableTh miw={180}>{t('note')}</TableTh>
              <TableTh className="numeric">{t('amount')}</TableTh>
              <TableTh className="numeric">{t('balance')}</TableTh>
            </TableTr>
          </TableThead>
          <TableTbody>
            {rows.map((entry) => (
              <LedgerRow key={String(entry.seq)} entry={entry} kind={t(`kinds.${entry.kind}`)} />
            ))}
          </TableTbody>
        </ScrollTable>
      )}
      {(paged || more) && (
        <Group>
          {paged && <LinkButton href={page}>{t('newest')}</LinkButton>}
          {more && <LinkButton href={`${page}?before=${last?.seq}`}>{t('older')}</LinkButton>}
        </Group>
      )}
    </Section>
  );
}

function LedgerRow({ entry, kind }: { readonly entry: LedgerEntry; readonly kind: string }) {
  return (
    <TableTr>
      <TableTd className="numeric">{String(entry.seq)}</TableTd>
      <TableTd className="moment">
        <Instant at={entry.createdAt} />
      </TableTd>
      <TableTd>{kind}</TableTd>
      <TableTd className="name">
        <Text size="sm">{entry.nota}</Text>
        <Text size="xs" c="dimmed">
          {entry.actor}
        </Text>
      </TableTd>
      <TableTd className="numeric">{displayQuetzales(entry.amount)}</TableTd>
      <TableTd className="numeric">{displayQuetzales(entry.balanceAfter)}</TableTd>
    </TableTr>
  );
}
