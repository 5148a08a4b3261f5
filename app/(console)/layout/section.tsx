import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly what?: string;
  readonly children: ReactNode;
}

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

interface PageTitleProps {
  readonly children: ReactNode;
  readonly what?: string;
  /** Shown at the other end of the line, or below it on a narrow screen. */
  readonly beside?: ReactNode;
}

/** The heading of a page. */
export function PageTitle({ children, what, beside }: PageTitleProps) {
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Title order={1} size="h2" className="name">
          {children}
        </Title>
        {what !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            {what}
          </Text>
        )}
      </div>
      {beside}
    </Group>
  );
}
