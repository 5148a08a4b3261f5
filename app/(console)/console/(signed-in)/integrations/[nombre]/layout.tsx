import { Group, Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PageTitle } from '@/app/(console)/layout/section';
import { ActiveBadge } from '@/app/(console)/table/integration';
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

export default async function IntegrationLayout({ params, children }: IntegrationLayoutProps) {
  await requireUser();
  const { nombre, suspendedAt } = await integrationOf((await params).nombre);
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <PageTitle>{nombre}</PageTitle>
        <ActiveBadge suspendedAt={suspendedAt} />
      </Group>
      <Tabs nombre={nombre} />
      {children}
    </Stack>
  );
}
