import { Code, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FlagSwitch } from '@/app/(console)/console/(signed-in)/flag-switch';
import { Section } from '@/app/(console)/section';
import type { Flag } from '@/lib/contract/lookups';

interface LookupSwitch {
  readonly flag: Flag;
  readonly path: string;
  readonly on: boolean;
  readonly queriesLastWeek: number;
}

interface FlagsProps {
  readonly nombre: string;
  readonly version: number;
  readonly editable: boolean;
  readonly lookups: readonly LookupSwitch[];
}

/** What the integration may ask. Each switch saves by itself and counts from the next query on. */
export async function Flags({ lookups, ...integration }: FlagsProps) {
  const t = await getTranslations('integration');
  return (
    <Section title={t('flagsTitle')} what={t(integration.editable ? 'flagsWhat' : 'flagsRead')}>
      <Stack gap="sm">
        {lookups.map(({ path, ...one }) => (
          <Group key={one.flag} justify="space-between" gap="xs">
            <FlagSwitch {...integration} {...one} />
            <Text component="span" size="sm" visibleFrom="xs">
              <Code>POST {path}</Code>
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
