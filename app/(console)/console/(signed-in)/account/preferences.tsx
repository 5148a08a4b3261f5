'use client';

import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { setPreferences } from '@/app/(console)/actions/session';
import { useAction } from '@/app/(console)/form/use-action';
import { Section } from '@/app/(console)/layout/section';

type Theme = 'auto' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

interface PreferencesProps {
  readonly locale: 'es' | 'en';
  readonly theme: Theme;
}

export function Preferences({ locale, theme }: PreferencesProps) {
  const t = useTranslations('account');
  const languages = useTranslations('language');
  const { run } = useAction();
  const { setColorScheme } = useMantineColorScheme();
  const chooseTheme = (wanted: string) => {
    const chosen = THEMES.find((one) => one === wanted);
    if (chosen === undefined) return;
    setColorScheme(chosen);
    run(() => setPreferences({ theme: chosen }));
  };
  return (
    <Section title={t('preferencesTitle')} what={t('preferencesWhat')}>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="language">
          {t('language')}
        </Text>
        <SegmentedControl
          aria-labelledby="language"
          data={[
            { value: 'es', label: languages('es') },
            { value: 'en', label: languages('en') },
          ]}
          value={locale}
          onChange={(chosen) => run(() => setPreferences({ locale: chosen }))}
        />
      </Stack>
      <Stack gap={4}>
        <Text size="sm" fw={500} id="theme">
          {t('theme')}
        </Text>
        <SegmentedControl
          aria-labelledby="theme"
          data={THEMES.map((one) => ({ value: one, label: t(`themes.${one}`) }))}
          value={theme}
          onChange={chooseTheme}
        />
      </Stack>
    </Section>
  );
}
