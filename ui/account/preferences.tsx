'use client';

import { InputWrapper, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { LANGUAGES, type Language } from '@/lib/base/values/language';
import { setPreferences } from '@/ui/actions/session';
import { useAction } from '@/ui/form/use-action';
import { Section } from '@/ui/parts/section';

const THEMES = ['auto', 'light', 'dark'] as const;

interface PreferencesProps {
  readonly locale: Language;
  readonly theme: (typeof THEMES)[number];
  /** Whether tables have high rows. */
  readonly comfortable: boolean;
}

export function Preferences({ locale, theme, comfortable }: PreferencesProps) {
  const t = useTranslations('account');
  const languages = useTranslations('language');
  const { run, pending } = useAction();
  const { setColorScheme } = useMantineColorScheme();
  return (
    <Section title={t('preferencesTitle')} what={t('preferencesWhat')}>
      <InputWrapper label={t('language')} labelElement="div" id="language">
        <SegmentedControl
          fullWidth
          aria-label={t('language')}
          data={LANGUAGES.map((one) => ({ value: one, label: languages(one) }))}
          value={locale}
          onChange={(chosen) => run(() => setPreferences({ locale: chosen }))}
        />
      </InputWrapper>
      <InputWrapper label={t('theme')} labelElement="div" id="theme">
        <SegmentedControl
          fullWidth
          aria-label={t('theme')}
          data={THEMES.map((one) => ({ value: one, label: t(`themes.${one}`) }))}
          value={theme}
          onChange={(chosen) => {
            setColorScheme(chosen);
            run(() => setPreferences({ theme: chosen }));
          }}
        />
      </InputWrapper>
      <Switch
        label={t('comfortable')}
        checked={comfortable}
        disabled={pending}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          run(() => setPreferences({ comfortable: checked }));
        }}
      />
    </Section>
  );
}
