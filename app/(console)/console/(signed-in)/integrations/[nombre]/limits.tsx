import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import type { IntegrationView } from '@/lib/integrations/find';
import { LIMIT_SETTINGS, limitTexts } from '@/lib/integrations/limit-settings';
import { displayQuetzales } from '@/lib/money';
import { LimitsForm } from './limits-form';

interface LimitsProps {
  readonly integration: IntegrationView;
  readonly editable: boolean;
}

/** Shows or edits the limits of an integration, with what is spent of its caps. */
export async function Limits({ integration, editable }: LimitsProps) {
  const t = await getTranslations('limits');
  const { nombre, version, spentDay, spentMonth } = integration;
  const stored = limitTexts(integration);
  const spent = { day: displayQuetzales(spentDay), month: displayQuetzales(spentMonth) };
  return (
    <Section title={t('title')} what={t('what')}>
      <Text size="sm">{t('spent', spent)}</Text>
      {editable ? (
        <LimitsForm nombre={nombre} version={version} stored={stored} />
      ) : (
        <dl className="facts">
          {LIMIT_SETTINGS.map((name) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {t(`fields.${name}`)}
              </Text>
              <Text component="dd" m={0} size="sm">
                {stored[name] || t('none')}
              </Text>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}
