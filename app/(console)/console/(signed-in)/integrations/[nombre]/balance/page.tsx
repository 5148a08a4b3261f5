import { Stack } from '@mantine/core';
import { z } from 'zod';
import { listTariffs } from '@/lib/billing/list-tariffs';
import { ledgerStatement, statementTotals } from '@/lib/billing/statement';
import { consoleContext } from '@/lib/console/context';
import { type PageProps, rowNumberSchema } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import {
  descriptionOf,
  type IntegrationParams,
  integrationOf,
  paceOf,
} from '@/lib/console/integration';
import { parseStatement } from '@/lib/console/statement-view';
import { titled } from '@/ui/shell/metadata';
import { PAGE_SIZE } from '@/ui/table/paging';
import { Account } from './account';
import { Statement } from './statement';
import { Tariffs } from './tariffs';
import './balance.css';

const MOST_TARIFFS = 50;

const querySchema = z.object({ before: rowNumberSchema });

export const generateMetadata = titled('integration.tabs.balance');

export default async function BalancePage({ params, searchParams }: IntegrationParams & PageProps) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const parameters = await searchParams;
  const view = parseStatement(parameters, new Date());
  const { before } = querySchema.parse(parameters);
  const { db } = consoleContext();
  const { id, nombre } = integration;
  const [entries, totals, history, spentPerDay, { low_balance: lowBalance }] = await Promise.all([
    ledgerStatement(db, id, { ...view, before, limit: PAGE_SIZE + 1 }),
    statementTotals(db, id, view),
    listTariffs(db, id, MOST_TARIFFS),
    paceOf(id),
    descriptionOf(id),
  ]);
  const path = `/console/integrations/${nombre}/balance`;
  return (
    <Stack gap="lg" maw={960}>
      <Account
        integration={integration}
        role={role}
        lowBalance={lowBalance}
        spentPerDay={spentPerDay}
      />
      <Tariffs integration={integration} role={role} history={history} />
      <Statement path={path} id={id} view={view} totals={totals} entries={entries} />
    </Stack>
  );
}
