import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';
import { PeriodText } from '@/app/(console)/format/period-text';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { Section } from '@/app/(console)/layout/section';
import { Pages } from '@/app/(console)/table/pages';
import type { LedgerEntry, StatementTotals } from '@/lib/billing/statement';
import { type StatementView, writeStatement } from '@/lib/console/statement-view';
import { StatementFilter } from './statement-filter';
import { StatementTable } from './statement-table';
import { Totals } from './totals';

interface StatementProps {
  /** Address of the page. */
  readonly path: string;
  readonly view: StatementView;
  readonly totals: StatementTotals;
  /** One more than a page, when there are older ones. */
  readonly entries: readonly LedgerEntry[];
  readonly pageSize: number;
}

/** The statement of the account: what a period began with, what moved, and what it ended with. */
export async function Statement({ path, view, totals, entries, pageSize }: StatementProps) {
  const t = await getTranslations('statement');
  const rows = entries.slice(0, pageSize);
  const query = writeStatement(view);
  const next = entries.length > pageSize ? rows.at(-1)?.seq : undefined;
  return (
    <Section title={t('title')} what={t('what')}>
      <StatementFilter path={path} view={view} />
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            <PeriodText {...view} />
          </Text>
          <Group gap="xs">
            <Button
              component="a"
              href={`${path}/statement.csv${query}`}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('csv')}
            </Button>
            <LinkButton
              href={`${path}/print${query}`}
              size="xs"
              leftSection={<IconPrinter size={16} aria-hidden />}
            >
              {t('print')}
            </LinkButton>
          </Group>
        </Group>
        <Totals totals={totals} />
      </Stack>
      {rows.length === 0 ? (
        <Text c="dimmed">{t(totals.count === 0 ? 'empty' : 'noneOfKind')}</Text>
      ) : (
        <StatementTable entries={rows} />
      )}
      <Pages parameter="before" next={next === undefined ? undefined : String(next)} />
    </Section>
  );
}
