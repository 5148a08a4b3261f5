import { Stack } from '@mantine/core';
import { z } from 'zod';
import { titled } from '@/app/(console)/layout/metadata';
import { listTariffs } from '@/lib/billing/list-tariffs';
import { ledgerStatement, statementTotals } from '@/lib/billing/statement';
import { consoleContext } from '@/lib/console/context';
import { maybe, type PageProps, rowNumberSchema } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import {
  descriptionOf,
  type IntegrationParams,
  integrationOf,
  paceOf,
} from '@/lib/console/integration';
import { parseStatement, writeStatement } from '@/lib/console/statement-view';
import { PAGE_SIZE } from '@/lib/paging';
import { Account } from './account';
import { Statement } from './statement';
import { SHORT_HISTORY, Tariffs } from './tariffs';
import './balance.css';

const WHOLE_HISTORY = 200;

const querySchema = z.object({ before: rowNumberSchema, tariffs: maybe(z.literal('all')) });

export const generateMetadata = titled('integration.tabs.balance');

export default async function BalancePage({ params, searchParams }: IntegrationParams & PageProps) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const parameters = await searchParams;
  const view = parseStatement(parameters, new Date());
  const { before, tariffs } = querySchema.parse(parameters);
  const { db } = consoleContext();
  const { id, nombre } = integration;
  const [entries, totals, history, spentPerDay, { low_balance: lowBalance }] = await Promise.all([
    ledgerStatement(db, id, { ...view, before, limit: PAGE_SIZE + 1 }),
    statementTotals(db, id, view),
    listTariffs(db, id, tariffs === 'all' ? WHOLE_HISTORY : SHORT_HISTORY + 1),
    paceOf(id),
    descriptionOf(id),
  ]);
  const path = `/console/integrations/${nombre}/balance`;
  const query = writeStatement(view);
  return (
    <Stack gap="lg" maw={960}>
      <Account
        integration={integration}
        role={role}
        lowBalance={lowBalance}
        spentPerDay={spentPerDay}
      />
      <Tariffs
        integration={integration}
        role={role}
        history={history}
        whole={tariffs === 'all'}
        wholeHref={`${path}${query === '' ? '?' : `${query}&`}tariffs=all`}
      />
      <Statement path={path} view={view} totals={totals} entries={entries} />
    </Stack>
  );
}
