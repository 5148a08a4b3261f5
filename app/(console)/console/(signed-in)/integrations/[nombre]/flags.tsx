import { Code, Divider, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FlagSwitch } from '@/app/(console)/console/(signed-in)/flag-switch';
import { Section } from '@/app/(console)/section';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import type { UsageByLookup } from '@/lib/statistics/usage';
import { ReceiptsSwitch } from './receipts-switch';

interface FlagsProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
  readonly usage: UsageByLookup;
}

/** What the integration may ask. Each switch saves by itself and counts from the next query on. */
export async function Flags({ integration, editable, usage }: FlagsProps) {
  const t = await getTranslations('integration');
  const { nombre, version } = integration;
  const shown = { nombre, version, editable };
  return (
    <Section title={t('flagsTitle')} what={t(editable ? 'flagsWhat' : 'flagsRead')}>
      <Stack gap="sm">
        {LOOKUPS.map((lookup) => {
          const { flag, path } = lookupFacts[lookup];
          return (
            <Group key={lookup} justify="space-between" gap="xs">
              <FlagSwitch
                {...shown}
                flag={flag}
                on={integration[flag]}
                queriesLastWeek={usage[lookup]}
              />
              <Text component="span" size="sm" visibleFrom="xs">
                <Code>POST {path}</Code>
              </Text>
            </Group>
          );
        })}
        <Divider />
        <ReceiptsSwitch {...shown} on={integration.receiptsEnabled} />
      </Stack>
    </Section>
  );
}
