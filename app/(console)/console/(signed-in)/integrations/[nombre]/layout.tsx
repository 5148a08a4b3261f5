import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { may } from '@/lib/access/permissions';
import { requireUser } from '@/lib/console/session/guard';
import { type IntegrationParams, integrationOf } from '@/lib/console/views/integration';
import { IntegrationHeader } from './header';
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
  const { role } = await requireUser();
  const integration = await integrationOf((await params).nombre);
  return (
    <Stack>
      <IntegrationHeader integration={integration} role={role} />
      <Tabs nombre={integration.nombre} hasNotices={may(role, 'notice.configure')} />
      {children}
    </Stack>
  );
}
