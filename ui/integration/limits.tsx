import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { settings } from '@/lib/base/env/settings';
import { displayQuetzales } from '@/lib/base/values/money';
import { recordOf } from '@/lib/base/values/record';
import type { IntegrationView } from '@/lib/integrations/find';
import {
  LIMIT_SETTINGS,
  type LimitSetting,
  limitTexts,
  type QuotaSetting,
} from '@/lib/integrations/limit-settings';
import { Fact, Facts } from '@/ui/parts/facts';
import { GuideLink } from '@/ui/parts/guide-link';
import { Section } from '@/ui/parts/section';
import { LimitsForm } from './limits-form';

interface LimitsProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
}

export async function Limits({ integration, editable }: LimitsProps) {
  const t = await getTranslations('limits');
  const { nombre, version, spentDay, spentMonth } = integration;
  const stored = limitTexts(integration);
  const usual = {
    ...recordOf(LIMIT_SETTINGS, () => t('none')),
    ...usualQuotas((quota) => t('usual', { quota })),
  };
  const spent = { day: displayQuetzales(spentDay), month: displayQuetzales(spentMonth) };
  const textOf = (name: LimitSetting) => {
    const value = integration[name] ?? usual[name];
    return typeof value === 'bigint' ? displayQuetzales(value) : value;
  };
  return (
    <Section title={t('title')} what={t('what')}>
      <Text size="sm">{t('spent', spent)}</Text>
      <div>
        <GuideLink section="limites" />
      </div>
      {editable ? (
        <LimitsForm
          nombre={nombre}
          version={version}
          stored={stored}
          usual={usual}
          spending={{ spentDay, spentMonth, tarifa: integration.tarifa }}
        />
      ) : (
        <Facts width={240}>
          {LIMIT_SETTINGS.map((name) => (
            <Fact
              key={name}
              label={t(`fields.${name}`)}
              note={name === 'trusted_networks' ? t('networks') : undefined}
              size="sm"
            >
              {textOf(name)}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}

/** The deployment's limits per minute, by the names of the settings that replace them. */
function usualQuotas(text: (quota: number) => string): Readonly<Record<QuotaSetting, string>> {
  const { renap, rtu, catalogos } = settings().limits;
  return { limit_renap: text(renap), limit_rtu: text(rtu), limit_catalogos: text(catalogos) };
}
