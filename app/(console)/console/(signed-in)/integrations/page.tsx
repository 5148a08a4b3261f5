import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/context';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { listIntegrations } from '@/lib/integrations/find';
import { displayQuetzales } from '@/lib/money';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('title') };
}

export default async function IntegrationsPage() {
  await requireUser();
  const integrations = await listIntegrations(consoleContext().db);
  const t = await getTranslations('integrations');
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {integrations.length === 0 && <Text c="dimmed">{t('empty')}</Text>}
      {integrations.length > 0 && (
        <Table.ScrollContainer minWidth={680}>
          <Table verticalSpacing="sm" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th>{t('lookups')}</Table.Th>
                <Table.Th className="numeric">{t('available')}</Table.Th>
                <Table.Th className="numeric">{t('tariff')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {integrations.map((integration) => (
                <Table.Tr key={integration.id}>
                  <Table.Td className="name">
                    <Group gap="xs">
                      <Link href={`/console/integrations/${integration.nombre}`}>{integration.nombre}</Link>
                      {integration.suspendedAt !== null && (
                        <Badge color="red" variant="light">
                          {t('suspended')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={6}>
                      {LOOKUPS.filter((lookup) => integration[lookupFacts[lookup].flag]).map((lookup) => (
                        <Badge key={lookup} variant="default" tt="none">
                          {lookup}
                        </Badge>
                      ))}
                    </Group>
                  </Table.Td>
                  <Table.Td className="numeric">
                    {displayQuetzales(integration.saldo - integration.reservado)}
                  </Table.Td>
                  <Table.Td className="numeric">{displayQuetzales(integration.tarifa)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
