import { Stack } from '@mantine/core';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { Flags } from './flags';
import { type IntegrationParams, integrationOf } from './integration';
import { Suspension } from './suspension';
import { Tokens } from './tokens';

export default async function IntegrationPage({ params }: IntegrationParams) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const usage = await queriesByLookup(consoleContext().db, [integration.id]);
  const editable = role === 'admin';
  const { nombre, version } = integration;
  return (
    <Stack gap="lg" maw={960}>
      <Flags
        nombre={nombre}
        version={version}
        editable={editable}
        lookups={lookupsOf(integration, usage.get(integration.id))}
      />
      <Tokens integration={integration} editable={editable} />
      {editable && (
        <Suspension
          nombre={nombre}
          version={version}
          suspended={integration.suspendedAt !== null}
        />
      )}
    </Stack>
  );
}

function lookupsOf(integration: IntegrationView, usage = NO_USAGE) {
  return LOOKUPS.map((lookup) => {
    const { flag, path } = lookupFacts[lookup];
    return { flag, path, on: integration[flag], queriesLastWeek: usage[lookup] };
  });
}
