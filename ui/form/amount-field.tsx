'use client';

import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { isUnclearAmount } from '@/lib/base/values/money';

interface AmountFieldProps extends TextInputProps {
  readonly value: string;
}

/** A field for quetzales. Says why a refused text is not clear, such as `1,250`. */
export function AmountField({ error, ...field }: AmountFieldProps) {
  const t = useTranslations('amount');
  return (
    <TextInput
      {...field}
      leftSection="Q"
      inputMode="decimal"
      error={error && isUnclearAmount(field.value) ? t('unclear', { text: field.value }) : error}
    />
  );
}
