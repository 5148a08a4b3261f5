import { Code, Divider, Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { visible } from '@/lib/base/values/text';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { SwitchedOff } from '@/lib/incidents/switched-off';
import type { IntegrationView } from '@/lib/integrations/find';
import { OTHER_SWITCHES } from '@/lib/integrations/set';
import type { UsageByLookup } from '@/lib/statistics/usage';
import { FlagSwitch, type FlagSwitchProps } from '@/ui/form/flag-switch';
import { GuideLink } from '@/ui/parts/guide-link';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { FlagIcon } from '@/ui/table/integration';

interface FlagsProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
  readonly usage: UsageByLookup;
  /** Lookups that are switched off for everybody. */
  readonly off: SwitchedOff;
}

export async function Flags({ integration, editable, usage, off }: FlagsProps) {
  const t = await getTranslations('integration');
  const flags = await getTranslations('flags');
  const names = await getTranslations('lookupsAndPaths');
  const others = await getTranslations('switches');
  const unsigned = settings().proofSecrets.length === 0;
  return (
    <Section title={t('flagsTitle')} what={t(editable ? 'flagsWhat' : 'flagsRead')}>
      <div>
        <GuideLink section="consultas" />
      </div>
      <Stack gap="sm">
        {LOOKUPS.map((lookup) => {
          const { flag } = lookupFacts[lookup];
          return (
            <Group key={lookup} justify="space-between" gap="xs" wrap="nowrap">
              <Setting
                integration={integration}
                editable={editable}
                flag={flag}
                label={names(lookup)}
                description={
                  off.has(lookup)
                    ? t('outOfService', { title: visible(off.get(lookup) ?? '') })
                    : flags('queries', { count: usage[lookup] })
                }
                on={integration[flag]}
                queriesLastWeek={usage[lookup]}
              />
              <Text component="span" size="sm" visibleFrom="xs" flex="none">
                <Code>{lookup}</Code>
              </Text>
            </Group>
          );
        })}
        <Divider />
        {OTHER_SWITCHES.map((name) => {
          const missing = name === 'proofs_enabled' && unsigned;
          const refused = name === 'own_rotation' && !editable && !integration[name];
          const what =
            missing || refused ? (`${name}.missing` as const) : (`${name}.what` as const);
          return (
            <Setting
              key={name}
              integration={integration}
              editable={editable}
              flag={name}
              label={others(`${name}.label`)}
              description={others(what)}
              on={integration[name] && (editable || !missing)}
            />
          );
        })}
      </Stack>
    </Section>
  );
}

interface SettingProps extends Omit<FlagSwitchProps, 'nombre' | 'version'> {
  readonly integration: IntegrationView;
  readonly editable: boolean;
}

/** Switches a setting, or shows its state to users who may not change it. */
async function Setting({ integration: { nombre, version }, editable, ...setting }: SettingProps) {
  const t = await getTranslations('integration');
  if (editable) return <FlagSwitch nombre={nombre} version={version} {...setting} />;
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <FlagIcon on={setting.on} aria-hidden />
      <div>
        <Text size="sm">
          {setting.label}: {t(setting.on ? 'switchedOn' : 'switchedOff')}
        </Text>
        <Note size="xs">{setting.description}</Note>
      </div>
    </Group>
  );
}
