import { Alert, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { visible } from '@/lib/base/values/text';
import type { SwitchedOff } from '@/lib/incidents/switched-off';
import { TextLink } from '@/ui/parts/text-link';

/** Names the lookups that people switched off for everybody, each with the reason they gave. */
export async function SwitchedOffBanner({ switchedOff }: { readonly switchedOff: SwitchedOff }) {
  const t = await getTranslations('switchedOff');
  const lookups = await getTranslations('lookups');
  if (switchedOff.size === 0) return null;
  return (
    <Alert color="orange" title={t('title')}>
      {[...switchedOff].map(([lookup, title]) => (
        <Text key={lookup} size="sm">
          {t('sentence', { lookup: lookups(lookup), title: visible(title) })}
        </Text>
      ))}
      <TextLink href="/console/incidents">{t('see')}</TextLink>
    </Alert>
  );
}
