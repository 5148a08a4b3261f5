import { Badge, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { settings } from '@/lib/settings';
import { LocaleSwitch } from './locale-switch';

/** The frame of pages outside the console: signing in, accepting an invitation. */
export async function OutsideFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={400} gap="lg">
        <Group justify="space-between">
          <Group gap="xs">
            <Text fw={700} size="lg">
              Pasarela
            </Text>
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

/** Which deployment this is: production must never be taken for the other. */
export async function DeploymentBadge() {
  const t = await getTranslations('deployment');
  const { deployment } = settings();
  return (
    <Badge {...(deployment === 'production' ? { color: 'red.9' } : { variant: 'default' })}>
      {t(deployment)}
    </Badge>
  );
}
