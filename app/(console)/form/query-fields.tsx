import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';

interface SuggestFieldProps extends TextInputProps {
  readonly suggestions: readonly (string | number)[];
}

/** A text field with suggestions; any other text can still be typed. */
export function SuggestField({ suggestions, ...field }: SuggestFieldProps) {
  const id = useId();
  return (
    <div>
      <TextInput list={id} autoComplete="off" {...field} />
      <datalist id={id}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  );
}

interface IntegrationFieldProps {
  readonly value: string | undefined;
  readonly names: readonly string[];
  /** Whether the value is not the name of an integration. */
  readonly unknown: boolean;
}

export function IntegrationField({ value, names, unknown }: IntegrationFieldProps) {
  const t = useTranslations('filters');
  return (
    <SuggestField
      name="integration"
      label={t('integration')}
      defaultValue={value}
      maxLength={64}
      suggestions={names}
      error={unknown && t('unknownIntegration')}
    />
  );
}

export function LookupField({ value }: { readonly value: Lookup | undefined }) {
  const t = useTranslations('filters');
  const data = [{ value: '', label: t('any') }, ...LOOKUPS];
  return <NativeSelect name="lookup" label={t('lookup')} defaultValue={value ?? ''} data={data} />;
}
