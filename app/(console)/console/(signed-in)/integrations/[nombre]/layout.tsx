import { Group, Stack, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { DotBadge } from '@/app/(console)/table/dot-badge';
import { requireUser } from '@/lib/console/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/integration';
import { Tabs } from './tabs';

interface IntegrationLayoutProps extends IntegrationParams {
  readonly children: ReactNode;
}

export async function generateMetadata({ params }: IntegrationParams): Promise<Metadata> {
  const { nombre } = await params;
  const t = await getTranslations('app');
  return { title: { default: nombre, template: `%s · ${nombre} · ${t('title')}` } };
}

/** What stands above every page of one integration: its name, its state, and the ways between them. */
export default async function IntegrationLayout({ params, children }: IntegrationLayoutProps) {
  await requireUser();
  const { nombre, suspendedAt } = await integrationOf((await params).nombre);
  const t = await getTranslations('integrations');
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Title order={1} size="h2" className="name">
          {nombre}
        </Title>
        <DotBadge colour={suspendedAt === null ? 'green' : 'red'}>
          {suspendedAt === null ? t('active') : t('suspended')}
        </DotBadge>
      </Group>
      <Tabs nombre={nombre} />
      {children}
    </Stack>
  );
}
