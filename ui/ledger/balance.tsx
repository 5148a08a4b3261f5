import './balance.css';
import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import type { Role } from '@/lib/access/permissions';
import { listTariffs } from '@/lib/billing/list-tariffs';
import { ledgerStatement, statementTotals } from '@/lib/billing/statement';
import { consoleContext } from '@/lib/console/session/context';
import { type Parameters, rowNumberSchema } from '@/lib/console/texts/form';
import { descriptionOf, paceOf } from '@/lib/console/views/integration';
import { parseStatement } from '@/lib/console/views/statement-view';
import { viewer } from '@/lib/console/views/viewer';
import type { IntegrationView } from '@/lib/integrations/find';
import { CapBanner } from '@/ui/integration/banners';
import { PageTitle } from '@/ui/parts/section';
import { PAGE_SIZE } from '@/ui/table/paging';
import { Account } from './account';
import { Statement } from './statement';
import { Tariffs } from './tariffs';

const MOST_TARIFFS = 50;

const querySchema = z.object({ before: rowNumberSchema });

interface BalanceProps {
  readonly integration: IntegrationView;
  readonly role: Role;
  readonly parameters: Parameters;
  /** Whether nothing above it names the page. */
  readonly titled?: boolean;
}

/** Shows the account of an integration, its tariffs and its statement. */
export async function Balance({ integration, role, parameters, titled = false }: BalanceProps) {
  const view = parseStatement(parameters, new Date());
  const { before } = querySchema.parse(parameters);
  const { db } = consoleContext();
  const t = await getTranslations('balance');
  const { id, nombre } = integration;
  const [entries, totals, history, spentPerDay, { low_balance: lowBalance }] = await Promise.all([
    ledgerStatement(db, id, { ...view, before, limit: PAGE_SIZE + 1 }),
    statementTotals(db, id, view),
    listTariffs(db, id, MOST_TARIFFS),
    paceOf(id),
    descriptionOf(id),
  ]);
  const path = (await viewer()).pagesOf(nombre).balance;
  return (
    <Stack gap="lg" maw={960}>
      {titled && <PageTitle>{t('pageTitle')}</PageTitle>}
      <CapBanner integration={integration} />
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
