import { Alert, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { may, type Permission } from '@/lib/access/permissions';
import { lastAccessChange } from '@/lib/audit/access-change';
import { listAudit } from '@/lib/audit/list';
import { displayQuetzales } from '@/lib/base/values/money';
import { visible } from '@/lib/base/values/visible';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import {
  changesPath,
  descriptionOf,
  type IntegrationParams,
  integrationOf,
} from '@/lib/console/integration';
import { blockingCap, capEnds } from '@/lib/integrations/caps';
import type { IntegrationView } from '@/lib/integrations/find';
import { NO_USAGE, queriesByLookup } from '@/lib/statistics/usage';
import { Later } from '@/ui/parts/later';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { Instant } from '@/ui/parts/time';
import { AuditTable } from '@/ui/table/audit-table';
import { Description } from './description';
import { DiagnosisSection } from './diagnosis';
import { Flags } from './flags';
import { Limits } from './limits';
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
    <Stack gap="lg" maw={1240}>
      {integration.suspendedAt !== null && <SuspensionNotice integrationId={integration.id} />}
      <CapNotice integration={integration} />
      <div className="integration-columns">
        <Stack gap="lg">
          <DiagnosisSection integration={integration} />
          <Flags integration={integration} editable={allows('integration.set')} usage={usage} />
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
    </Stack>
  );
}

/** Says that a spending cap refuses the catalogs, and until when. */
async function CapNotice({ integration }: { readonly integration: IntegrationView }) {
  const t = await getTranslations('capNotice');
  const cap = blockingCap(integration);
  if (cap === undefined || integration.suspendedAt !== null) return null;
  const of = {
    day: { spent: integration.spentDay, limit: integration.cap_day },
    month: { spent: integration.spentMonth, limit: integration.cap_month },
  }[cap];
  return (
    <Alert color="red" title={t(`title.${cap}`)}>
      {t.rich('text', {
        spent: displayQuetzales(of.spent),
        cap: displayQuetzales(of.limit ?? 0n),
        end: () => <Instant at={capEnds(cap, new Date())} />,
      })}
    </Alert>
  );
}

async function SuspensionNotice({ integrationId }: { readonly integrationId: number }) {
  const t = await getTranslations('suspension');
  const { db } = consoleContext();
  const change = await lastAccessChange(db, 'suspended', integrationId, new Date());
  return (
    <Alert color="red" title={t('noticeTitle')}>
      {change === undefined
        ? t('noticeUnknown')
        : t.rich('notice', { actor: change.actor, when: () => <Instant at={change.at} /> })}
      {change?.reason != null && (
        <Text size="sm" className="written">
          {t('noticeReason', { reason: visible(change.reason) })}
        </Text>
      )}
    </Alert>
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
