import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly what: string;
  readonly children: ReactNode;
}

export function Section({ title, what, children }: SectionProps) {
  return (
    <Paper withBorder p="lg">
      <Stack>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {what}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
