import { Badge, Center, Group, Paper, Stack, Title } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { PropsWithChildren } from 'react';
import { settings } from '@/lib/base/env/settings';
import { Logo } from '@/ui/parts/logo';
import { LocaleSwitch } from './locale-switch';

/** Frame of the sign-in and invitation pages. */
export async function OutsideFrame(props: PropsWithChildren<{ readonly title: string }>) {
  const { title, children } = props;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Group justify="space-between">
          <Group gap="xs">
            <span className="logo">
              <Logo />
            </span>
            <DeploymentBadge />
          </Group>
          <LocaleSwitch />
        </Group>
        <Paper withBorder p="lg">
          <Stack>
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}

/** Names the deployment, so that production is never mistaken for development. */
export async function DeploymentBadge() {
  const t = await getTranslations('deployment');
  const { deployment } = settings();
  return (
    <Badge {...(deployment === 'production' ? { color: 'red.9' } : { variant: 'default' })}>
      {t(deployment)}
    </Badge>
  );
}
