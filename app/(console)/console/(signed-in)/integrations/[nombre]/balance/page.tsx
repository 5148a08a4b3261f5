import { randomUUID } from 'node:crypto';
import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import {
  type IntegrationParams,
  integrationOf,
} from '@/app/(console)/console/(signed-in)/integrations/[nombre]/integration';
import { listLedger } from '@/lib/billing/list-ledger';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { Balance } from './balance';
import { Ledger } from './ledger';

const LEDGER_ROWS = 25;

const querySchema = z.object({
  /** Number of the ledger entry below which the page of the ledger begins. */
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .transform(BigInt)
    .optional()
    .catch(undefined),
});

interface BalancePageProps extends IntegrationParams {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integration'))('tabs.balance') };
}

export default async function BalancePage({ params, searchParams }: BalancePageProps) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const { before } = querySchema.parse(await searchParams);
  const entries = await listLedger(consoleContext().db, integration.id, LEDGER_ROWS + 1, before);
  return (
    <Stack gap="lg" maw={960}>
      <Balance integration={integration} editable={role === 'admin'} topUpKey={randomUUID()} />
      <Ledger entries={entries} pageSize={LEDGER_ROWS} />
    </Stack>
  );
}
