'use client';

import {
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useTranslations } from 'next-intl';
import { PURPOSES } from '@/lib/recording/reason';

interface ReasonFieldsProps {
  readonly purpose: NativeSelectProps;
  readonly note: TextInputProps;
}

/** Asks why personal data is opened: a purpose from the list, and a note. */
export function ReasonFields({ purpose, note }: ReasonFieldsProps) {
  const t = useTranslations('reason');
  const data = PURPOSES.map((value) => ({ value, label: t(`purposes.${value}`) }));
  return (
    <>
      <NativeSelect {...purpose} label={t('purpose')} data={data} data-autofocus />
      <TextInput {...note} label={t('note')} description={t('noteWhat')} maxLength={500} required />
    </>
  );
}

/** Asks for the reason of a change. */
export function ReasonField(props: TextareaProps) {
  return <Textarea {...props} maxLength={500} autosize minRows={2} withAsterisk data-autofocus />;
}
