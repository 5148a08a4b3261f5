import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import type { Filter } from './filter-bar';

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

export interface SelectFieldProps extends Pick<Filter, 'name' | 'label' | 'value'> {
  readonly choices: readonly (string | { readonly value: string; readonly label: string })[];
}

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
