import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly what?: string;
  readonly children?: ReactNode;
}

export function Empty({ title, what, children }: EmptyProps) {
  return (
    <Stack gap="xs" py="sm" role="status">
      <Text fw={500}>{title}</Text>
      {what !== undefined && <Text c="dimmed">{what}</Text>}
      <Group>{children}</Group>
    </Stack>
  );
}
