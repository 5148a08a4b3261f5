import { randomUUID } from 'node:crypto';
import { Badge, Group, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { listLedger } from '@/lib/billing/list-ledger';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { findIntegration, type IntegrationView } from '@/lib/integrations/find';
import { listCredentials } from '@/lib/integrations/list-credentials';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { Refusal } from '@/lib/refusal';
import { Balance } from './balance';
import { Flags } from './flags';
import { Ledger } from './ledger';
import { Suspension } from './suspension';
import { Tokens } from './tokens';

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

interface IntegrationPageProps {
  readonly params: Promise<{ nombre: string }>;
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: IntegrationPageProps): Promise<Metadata> {
  return { title: (await params).nombre };
}

export default async function IntegrationPage({ params, searchParams }: IntegrationPageProps) {
  const { role } = await requireUser();
  const integration = await found((await params).nombre);
  const { before } = querySchema.parse(await searchParams);
  const { db } = consoleContext();
  const [entries, credentials] = await Promise.all([
    listLedger(db, integration.id, LEDGER_ROWS + 1, before),
    listCredentials(db, integration.id),
  ]);
  const editable = role === 'admin';
  const { nombre, version } = integration;
  const suspended = integration.suspendedAt !== null;
  const example = LOOKUPS.find((lookup) => integration[lookupFacts[lookup].flag]) ?? 'cui-nit';
  return (
    <Stack gap="lg" maw={960}>
      <Heading nombre={nombre} suspended={suspended} />
      <Balance integration={integration} editable={editable} topUpKey={randomUUID()} />
      <Flags
        nombre={nombre}
        version={version}
        editable={editable}
        lookups={lookupsOf(integration)}
      />
      <Tokens nombre={nombre} editable={editable} credentials={credentials} example={example} />
      <Ledger entries={entries} pageSize={LEDGER_ROWS} />
      {editable && <Suspension nombre={nombre} version={version} suspended={suspended} />}
    </Stack>
  );
}

async function Heading({ nombre, suspended }: { nombre: string; suspended: boolean }) {
  const t = await getTranslations('integrations');
  return (
    <Group gap="sm">
      <Title order={1} size="h2" className="name">
        {nombre}
      </Title>
      <Badge color={suspended ? 'red' : 'green'} variant="dot">
        {suspended ? t('suspended') : t('active')}
      </Badge>
    </Group>
  );
}

function lookupsOf(integration: IntegrationView) {
  return LOOKUPS.map((lookup) => {
    const { flag, path } = lookupFacts[lookup];
    return { lookup, flag, path, on: integration[flag] };
  });
}

async function found(nombre: string): Promise<IntegrationView> {
  if (!NAME_PATTERN.test(nombre.toLowerCase())) notFound();
  try {
    return await findIntegration(consoleContext().db, nombre);
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
}
