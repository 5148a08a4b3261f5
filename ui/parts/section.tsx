import { Group, Paper, Stack, Title, type TitleProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Note } from './note';

interface HeadingProps extends TitleProps {
  readonly what: string | undefined;
}

function Heading({ what, ...title }: HeadingProps) {
  return (
    <div>
      <Title {...title} />
      {what !== undefined && <Note mt={2}>{what}</Note>}
    </div>
  );
}

interface SectionProps {
  /** For links to it. */
  readonly id?: string;
  readonly title: string;
  readonly what?: string;
  readonly children: ReactNode;
}

export function Section({ id, title, what, children }: SectionProps) {
  return (
    <Paper component="section" id={id} withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Heading order={2} size="h4" what={what}>
          {title}
        </Heading>
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

export function PageTitle({ children, what, beside }: PageTitleProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Heading order={1} size="h2" className="name" what={what}>
        {children}
      </Heading>
      {beside}
    </Group>
  );
}
