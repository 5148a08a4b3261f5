import {
  Badge,
  Group,
  Stack,
  TableTbody,
  TableTd,
  TableTh,
  TableThead,
  TableTr,
  Text,
  Title,
} from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { LinkButton } from '@/app/(console)/link-button';
import { ScrollTable } from '@/app/(console)/scroll-table';
import { consoleContext } from '@/lib/console/context';
import { text } from '@/lib/console/form';
import { requireUser } from '@/lib/console/guard';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { type IntegrationView, searchIntegrations } from '@/lib/integrations/find';
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
  const search = { part: q, after };
  const found = await searchIntegrations(consoleContext().db, search, PAGE_SIZE + 1);
  const { total } = found;
  const rows = found.rows.slice(0, PAGE_SIZE);
  const last = rows.at(-1);
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
      <Text size="sm" c="dimmed" role="status">
        {total === 0 && q === '' ? t('empty') : t('count', { count: total })}
      </Text>
      {rows.length > 0 && <IntegrationsTable integrations={rows} />}
      <Group>
        {after !== '' && <LinkButton href={pageOf(q)}>{t('first')}</LinkButton>}
        {found.rows.length > PAGE_SIZE && last !== undefined && (
          <LinkButton href={pageOf(q, last.nombre)}>{t('next')}</LinkButton>
        )}
      </Group>
    </Stack>
  );
}

function pageOf(q: string, after = ''): string {
  const parts = Object.entries({ q, after }).filter(([, value]) => value !== '');
  return `/console/integrations?${new URLSearchParams(parts)}`;
}

async function IntegrationsTable({ integrations }: { integrations: readonly IntegrationView[] }) {
  const t = await getTranslations('integrations');
  return (
    <ScrollTable label={t('title')} minWidth={880}>
      <TableThead>
        <TableTr>
          <TableTh>{t('name')}</TableTh>
          <TableTh>{t('state')}</TableTh>
          <TableTh>{t('lookups')}</TableTh>
          <TableTh className="numeric">{t('available')}</TableTh>
          <TableTh className="numeric">{t('tariff')}</TableTh>
        </TableTr>
      </TableThead>
      <TableTbody>
        {integrations.map((integration) => (
          <IntegrationRow
            key={integration.id}
            integration={integration}
            state={integration.suspendedAt === null ? t('active') : t('suspended')}
          />
        ))}
      </TableTbody>
    </ScrollTable>
  );
}

interface IntegrationRowProps {
  readonly integration: IntegrationView;
  readonly state: string;
}

function IntegrationRow({ integration, state }: IntegrationRowProps) {
  const { nombre, suspendedAt, saldo, reservado, tarifa } = integration;
  const enabled = LOOKUPS.filter((lookup) => integration[lookupFacts[lookup].flag]);
  return (
    <TableTr>
      <TableTd className="name">
        <Link href={`/console/integrations/${nombre}`} className="quiet">
          {nombre}
        </Link>
      </TableTd>
      <TableTd>
        <Badge color={suspendedAt === null ? 'green' : 'red'} variant="dot">
          {state}
        </Badge>
      </TableTd>
      <TableTd>
        <Group gap={6} wrap="nowrap">
          {enabled.length === 0 && '—'}
          {enabled.map((lookup) => (
            <Badge key={lookup} variant="default" fw={500}>
              {lookup}
            </Badge>
          ))}
        </Group>
      </TableTd>
      <TableTd className="numeric">{displayQuetzales(saldo - reservado)}</TableTd>
      <TableTd className="numeric">{displayQuetzales(tarifa)}</TableTd>
    </TableTr>
  );
}
