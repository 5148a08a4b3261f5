import { Badge, Group, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { listLedger } from '@/lib/billing/list-ledger';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { findIntegration } from '@/lib/integrations/find';
import { listCredentials } from '@/lib/integrations/list-credentials';
import { displayQuetzales, formatQuetzales } from '@/lib/money';
import { Refusal } from '@/lib/refusal';
import { Balance } from './balance';
import { Credentials } from './credentials';
import { Flags } from './flags';
import { Ledger } from './ledger';
import { Suspension } from './suspension';

const LEDGER_ROWS = 50;

interface IntegrationPageProps {
  readonly params: Promise<{ nombre: string }>;
}

export async function generateMetadata({ params }: IntegrationPageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).nombre) };
}

export default async function IntegrationPage({ params }: IntegrationPageProps) {
  const { role } = await requireUser();
  const { nombre } = await params;
  const integration = await found(decodeURIComponent(nombre));
  const { db } = consoleContext();
  const [ledger, credentials] = await Promise.all([
    listLedger(db, integration.id, LEDGER_ROWS),
    listCredentials(db, integration.id),
  ]);
  const t = await getTranslations('integrations');
  const editable = role === 'admin';
  const shown = { nombre: integration.nombre, version: integration.version };
  return (
    <Stack gap="lg" maw={960}>
      <Group gap="sm">
        <Title order={1} size="h2" className="name">
          {integration.nombre}
        </Title>
        {integration.suspendedAt !== null && (
          <Badge color="red" variant="light">
            {t('suspended')}
          </Badge>
        )}
      </Group>
      <Balance
        nombre={integration.nombre}
        editable={editable}
        available={displayQuetzales(integration.saldo - integration.reservado)}
        posted={displayQuetzales(integration.saldo)}
        held={displayQuetzales(integration.reservado)}
        tariff={formatQuetzales(integration.tarifa)}
      />
      <Flags
        shown={shown}
        editable={editable}
        flags={LOOKUPS.map((lookup) => {
          const { flag, path } = lookupFacts[lookup];
          return { flag, path, on: integration[flag] };
        })}
      />
      <Credentials nombre={integration.nombre} editable={editable} credentials={credentials} />
      <Ledger entries={ledger} />
      {editable && <Suspension shown={shown} suspended={integration.suspendedAt !== null} />}
    </Stack>
  );
}

async function found(nombre: string) {
  try {
    return await findIntegration(consoleContext().db, nombre);
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
}
