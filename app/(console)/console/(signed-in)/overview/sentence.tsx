import { Group, type GroupProps } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconMoonStars, IconScale } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const TONES = {
  good: { icon: IconCircleCheck, color: 'currentColor' },
  warning: { icon: IconAlertTriangle, color: 'var(--mantine-color-orange-text)' },
  bad: { icon: IconAlertTriangle, color: 'var(--mantine-color-error)' },
  quiet: { icon: IconMoonStars, color: 'currentColor' },
  plain: { icon: IconScale, color: 'currentColor' },
};

interface SentenceProps extends GroupProps {
  readonly tone: keyof typeof TONES;
  readonly children: ReactNode;
}

/** A sentence with an icon that says whether it is good. */
export function Sentence({ tone, children, ...props }: SentenceProps) {
  const { icon: Icon, color } = TONES[tone];
  return (
    <Group wrap="nowrap" gap={10} fw={600} className="verdict" data-tone={tone} {...props}>
      <Icon size={20} color={color} style={{ flexShrink: 0 }} aria-hidden />
      <span>{children}</span>
    </Group>
  );
}
