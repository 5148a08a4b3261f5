import { Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may, type Permission } from '@/lib/access/permissions';
import { listAudit } from '@/lib/audit/list';
import { consoleContext } from '@/lib/console/session/context';
import { requireUser } from '@/lib/console/session/guard';
import {
  changesPath,
  descriptionOf,
  type IntegrationParams,
  integrationOf,
} from '@/lib/console/views/integration';
import { lookupFacts } from '@/lib/contract/lookups';
import { readSwitchedOff } from '@/lib/incidents/switched-off';
import type { IntegrationView } from '@/lib/integrations/find';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { CapBanner, SuspensionBanner } from '@/ui/integration/banners';
import { DiagnosisSection } from '@/ui/integration/diagnosis';
import { Flags } from '@/ui/integration/flags';
import { Limits } from '@/ui/integration/limits';
import { Tokens } from '@/ui/integration/tokens';
import { Later } from '@/ui/parts/later';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { PlacePeople } from '@/ui/people/place-people';
import { SwitchedOffBanner } from '@/ui/records/switched-off';
import { AuditTable } from '@/ui/table/audit-table';
import { Description } from './description';

export default async function IntegrationPage({ params }: IntegrationParams) {
  const { role, userId } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  const { db } = consoleContext();
  const [used, known, off] = await Promise.all([
    queriesByLookup(db, [integration.id]),
    descriptionOf(integration.id),
    readSwitchedOff(db.$client),
  ]);
  const usage = used.get(integration.id) ?? NO_USAGE;
  const allows = (permission: Permission) => may(role, permission);
  const { nombre, version } = integration;
  const switchedOff = new Map([...off].filter(([lookup]) => integration[lookupFacts[lookup].flag]));
  return (
    <Stack gap="lg" maw={1240}>
      {integration.suspendedAt !== null && <SuspensionBanner integrationId={integration.id} />}
      <CapBanner integration={integration} />
      <SwitchedOffBanner switchedOff={switchedOff} />
      <div className="integration-columns">
        <Stack gap="lg">
          <DiagnosisSection integration={integration} />
          <Flags
            integration={integration}
            editable={allows('integration.set')}
            usage={usage}
            off={off}
          />
          <RecentChanges integration={integration} />
        </Stack>
        <Stack gap="lg">
          <Tokens integration={integration} editable={allows('integration.rotate')} />
          <Limits integration={integration} editable={allows('integration.set')} />
          <Description
            nombre={nombre}
            version={version}
            editable={allows('integration.describe')}
            known={known}
          />
        </Stack>
      </div>
      {allows('user.read') && <PlacePeople integration={integration} self={userId} />}
    </Stack>
  );
}

const ROWS = 5;

async function RecentChanges({ integration }: { readonly integration: IntegrationView }) {
  const { id, nombre } = integration;
  const t = await getTranslations('recentChanges');
  return (
    <Section title={t('title')} what={t('what')}>
      <Later rows={ROWS}>
        <Newest integrationId={id} nombre={nombre} />
      </Later>
      <Text size="sm">
        <TextLink href={changesPath(nombre)}>{t('all')}</TextLink>
      </Text>
    </Section>
  );
}

interface NewestProps {
  readonly integrationId: number;
  readonly nombre: string;
}

async function Newest({ integrationId, nombre }: NewestProps) {
  const rows = await listAudit(consoleContext().db, { integrationId }, ROWS);
  return <AuditTable rows={rows} query={{}} base={changesPath(nombre)} />;
}
