import { Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { getTranslations } from 'next-intl/server';

interface SwitchStateProps {
  readonly label: string;
  readonly description: string;
  readonly on: boolean;
}

/** Shows the state of a switch to users who may not change it. */
export async function SwitchState({ label, description, on }: SwitchStateProps) {
  const t = await getTranslations('integration');
  const Icon = on ? IconCircleCheck : IconCircleMinus;
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <Icon size={20} aria-hidden className="state" data-on={on || undefined} />
      <div>
        <Text size="sm">
          {label}: {t(on ? 'switchedOn' : 'switchedOff')}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
    </Group>
  );
}
