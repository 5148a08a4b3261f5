import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly what?: string;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, what, children }: SectionProps) {
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          {what !== undefined && (
            <Text size="sm" c="dimmed" mt={2}>
              {what}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
