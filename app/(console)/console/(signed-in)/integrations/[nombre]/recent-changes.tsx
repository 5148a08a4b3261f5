import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Later } from '@/app/(console)/layout/later';
import { Section } from '@/app/(console)/layout/section';
import { TextLink } from '@/app/(console)/layout/text-link';
import { AuditTable } from '@/app/(console)/table/audit-table';
import { listAudit } from '@/lib/audit/list';
import { consoleContext } from '@/lib/console/context';
import { changesPath } from '@/lib/console/integration';
import type { IntegrationView } from '@/lib/integrations/find';

const ROWS = 5;

export async function RecentChanges({ integration }: { readonly integration: IntegrationView }) {
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
