import { Group, Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { titled } from '@/app/(console)/layout/metadata';
import { statementTotals } from '@/lib/billing/statement';
import { consoleContext } from '@/lib/console/context';
import type { PageProps } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/integration';
import { printableLines } from '@/lib/console/printable-statement';
import { parseStatement, writeStatement } from '@/lib/console/statement-view';
import { Document } from './document';
import { PrintButton } from './print-button';
import './print.css';

export const generateMetadata = titled('statement.document');

export default async function PrintPage({ params, searchParams }: IntegrationParams & PageProps) {
  await requireUser();
  const { id, nombre } = await integrationOf((await params).nombre);
  const now = new Date();
  const view = parseStatement(await searchParams, now);
  const { db } = consoleContext();
  const totals = await statementTotals(db, id, view);
  const lines = await printableLines(db, id, totals, view.kinds);
  const t = await getTranslations('statement');
  const back = `/console/integrations/${nombre}/balance${writeStatement(view)}`;
  return (
    <Stack>
      <Group>
        <PrintButton />
        <LinkButton href={back}>{t('back')}</LinkButton>
      </Group>
      <Document nombre={nombre} view={view} totals={totals} lines={lines} madeAt={now} />
    </Stack>
  );
}
