import { Code, Divider, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { FlagSwitch } from '@/app/(console)/form/flag-switch';
import { Section } from '@/app/(console)/layout/section';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { IntegrationView } from '@/lib/integrations/find';
import type { UsageByLookup } from '@/lib/statistics/usage';
import { ReceiptsSwitch } from './receipts-switch';
import { SwitchState } from './switch-state';

interface FlagsProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
  readonly usage: UsageByLookup;
}

/** Shows or switches the lookups of an integration. */
export async function Flags({ integration, editable, usage }: FlagsProps) {
  const t = await getTranslations('integration');
  return (
    <Section title={t('flagsTitle')} what={t(editable ? 'flagsWhat' : 'flagsRead')}>
      <Stack gap="sm">
        {LOOKUPS.map((lookup) => (
          <Group key={lookup} justify="space-between" gap="xs">
            <LookupFlag
              integration={integration}
              editable={editable}
              lookup={lookup}
              queries={usage[lookup]}
            />
            <Text component="span" size="sm" visibleFrom="xs">
              <Code>POST {lookupFacts[lookup].path}</Code>
            </Text>
          </Group>
        ))}
        <Divider />
        <Receipts integration={integration} editable={editable} />
      </Stack>
    </Section>
  );
}

interface LookupFlagProps extends Omit<FlagsProps, 'usage'> {
  readonly lookup: Lookup;
  readonly queries: number;
}

async function LookupFlag({ integration, editable, lookup, queries }: LookupFlagProps) {
  const t = await getTranslations('flags');
  const names = await getTranslations('lookups');
  const { nombre, version } = integration;
  const { flag } = lookupFacts[lookup];
  const on = integration[flag];
  if (!editable) {
    const description = t('queries', { count: queries });
    return <SwitchState label={names(lookup)} description={description} on={on} />;
  }
  return (
    <FlagSwitch
      nombre={nombre}
      version={version}
      flag={flag}
      lookup={names(lookup)}
      on={on}
      queriesLastWeek={queries}
    />
  );
}

async function Receipts({ integration, editable }: Omit<FlagsProps, 'usage'>) {
  const t = await getTranslations('receipts');
  const { nombre, version, receiptsEnabled: on } = integration;
  return editable ? (
    <ReceiptsSwitch nombre={nombre} version={version} on={on} />
  ) : (
    <SwitchState label={t('label')} description={t('what')} on={on} />
  );
}
