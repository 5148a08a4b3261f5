import { Stack } from '@mantine/core';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { descriptionOf, type IntegrationParams, integrationOf } from '@/lib/console/integration';
import { may, type Permission } from '@/lib/permissions';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { Description } from './description';
import { DiagnosisSection } from './diagnosis';
import { Flags } from './flags';
import { Limits } from './limits';
import { RecentChanges } from './recent-changes';
import { SuspensionNotice } from './suspension-notice';
import { Tokens } from './tokens';

export default async function IntegrationPage({ params }: IntegrationParams) {
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const { db } = consoleContext();
  const [used, known] = await Promise.all([
    queriesByLookup(db, [integration.id]),
    descriptionOf(integration.id),
  ]);
  const usage = used.get(integration.id) ?? NO_USAGE;
  const allows = (permission: Permission) => may(role, permission);
  const { nombre, version } = integration;
  return (
    <Stack gap="lg" maw={960}>
      {integration.suspendedAt !== null && <SuspensionNotice integrationId={integration.id} />}
      <DiagnosisSection integration={integration} />
      <Flags integration={integration} editable={allows('integration.set')} usage={usage} />
      <Tokens integration={integration} editable={allows('integration.rotate')} />
      <Limits integration={integration} editable={allows('integration.set')} />
      <Description
        nombre={nombre}
        version={version}
        editable={allows('integration.describe')}
        known={known}
      />
      <RecentChanges integration={integration} />
    </Stack>
  );
}
