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
    <>
      <TextInput size="xs" list={id} autoComplete="off" {...field} />
      <datalist id={id}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
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

interface SelectFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
}

/** Chooses one value or any. */
export function SelectField({ name, label, value = '', choices }: SelectFieldProps) {
  const t = useTranslations('filters');
  return (
    <NativeSelect
      size="xs"
      name={name}
      label={label}
      defaultValue={value}
      data={[{ value: '', label: t('any') }, ...choices]}
    />
  );
}

export function LookupField({ value }: { readonly value: Lookup | undefined }) {
  const t = useTranslations('filters');
  return <SelectField name="lookup" label={t('lookup')} value={value} choices={LOOKUPS} />;
}
