import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { DataTable } from '@/app/(console)/data-table';
import { Later } from '@/app/(console)/later';
import { LinkButton } from '@/app/(console)/link-button';
import { Pages } from '@/app/(console)/pages';
import { consoleContext } from '@/lib/console/context';
import { text } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import {
  type IntegrationSearch,
  type IntegrationView,
  searchIntegrations,
} from '@/lib/integrations/find';
import { displayQuetzales } from '@/lib/money';
import { SearchField } from './search-field';

const PAGE_SIZE = 50;

const querySchema = z.object({ q: text(64).catch(''), after: text(64).catch('') });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('integrations'))('title') };
}

interface IntegrationsPageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function IntegrationsPage({ searchParams }: IntegrationsPageProps) {
  const { role } = await requireUser();
  const { q, after } = querySchema.parse(await searchParams);
  const t = await getTranslations('integrations');
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {t('title')}
        </Title>
        {role === 'admin' && (
          <LinkButton href="/console/new-integration" variant="filled">
            {t('create')}
          </LinkButton>
        )}
      </Group>
      <SearchField query={q} />
      <Later>
        <Found part={q} after={after} />
      </Later>
    </Stack>
  );
}

async function Found(search: IntegrationSearch) {
  const found = await searchIntegrations(consoleContext().db, search, PAGE_SIZE + 1);
  const rows = found.rows.slice(0, PAGE_SIZE);
  const more = found.rows.length > PAGE_SIZE;
  const t = await getTranslations('integrations');
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {found.total === 0 && search.part === '' ? t('empty') : t('count', { count: found.total })}
      </Text>
      {rows.length > 0 && <IntegrationsTable integrations={rows} />}
      <Pages parameter="after" next={more ? rows.at(-1)?.nombre : undefined} />
    </>
  );
}

async function IntegrationsTable({ integrations }: { integrations: readonly IntegrationView[] }) {
  const t = await getTranslations('integrations');
  return (
    <DataTable
      label={t('title')}
      minWidth={880}
      columns={[
        { key: 'nombre', title: t('name'), width: 200 },
        { key: 'state', title: t('state') },
        { key: 'lookups', title: t('lookups') },
        { key: 'available', title: t('available'), numeric: true },
        { key: 'tarifa', title: t('tariff'), numeric: true },
      ]}
      rows={integrations.map((integration) => ({
        key: String(integration.id),
        cells: {
          nombre: (
            <Link href={`/console/integrations/${integration.nombre}`} className="quiet">
              {integration.nombre}
            </Link>
          ),
          state: (
            <Badge color={integration.suspendedAt === null ? 'green' : 'red'} variant="dot">
              {integration.suspendedAt === null ? t('active') : t('suspended')}
            </Badge>
          ),
          lookups: <Enabled integration={integration} />,
          available: displayQuetzales(integration.saldo - integration.reservado),
          tarifa: displayQuetzales(integration.tarifa),
        },
      }))}
    />
  );
}

function Enabled({ integration }: { readonly integration: IntegrationView }) {
  const enabled = LOOKUPS.filter((lookup) => integration[lookupFacts[lookup].flag]);
  return (
    <Group gap={6} wrap="nowrap">
      {enabled.length === 0 && '—'}
      {enabled.map((lookup) => (
        <Badge key={lookup} variant="default" fw={500}>
          {lookup}
        </Badge>
      ))}
    </Group>
  );
}
