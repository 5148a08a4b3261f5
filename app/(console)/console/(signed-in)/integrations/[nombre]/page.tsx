import { Stack } from '@mantine/core';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/integration';
import { LOOKUPS } from '@/lib/contract/lookups';
import { findDescription } from '@/lib/integrations/describe';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { Description } from './description';
import { Flags } from './flags';
import { RecentChanges } from './recent-changes';
import { Suspension } from './suspension';
import { Tokens } from './tokens';

export default async function IntegrationPage({ params }: IntegrationParams) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const { db } = consoleContext();
  const [used, known] = await Promise.all([
    queriesByLookup(db, [integration.id]),
    findDescription(db, integration.id),
  ]);
  const usage = used.get(integration.id) ?? NO_USAGE;
  const editable = role === 'admin';
  const { nombre, version } = integration;
  return (
    <Stack gap="lg" maw={960}>
      <Flags integration={integration} editable={editable} usage={usage} />
      {editable && <Tokens integration={integration} />}
      <Description nombre={nombre} version={version} editable={editable} known={known} />
      {editable && <RecentChanges integration={integration} />}
      {editable && (
        <Suspension
          nombre={nombre}
          version={version}
          suspended={integration.suspendedAt !== null}
          queriesLastWeek={LOOKUPS.reduce((sum, lookup) => sum + usage[lookup], 0)}
        />
      )}
    </Stack>
  );
}
