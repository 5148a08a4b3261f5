'use client';

import { useTranslations } from 'next-intl';
import { type ChangeEvent, useState } from 'react';
import type { ActionError } from '@/lib/console/action';
import { focusField } from './focus';

interface FieldsOptions<Name extends string> {
  readonly initial: Readonly<Record<Name, string>>;
  readonly labelOf: (name: Name) => string;
  /** Which field a refusal is about; any other is told above the buttons. */
  readonly fieldOf: Readonly<Partial<Record<ActionError, NoInfer<Name>>>>;
}

/** What is being typed into a form, and where a refusal of it is told. */
export function useFields<Name extends string>(options: FieldsOptions<Name>) {
  const { initial, labelOf, fieldOf } = options;
  const errors = useTranslations('errors');
  const [texts, setTexts] = useState(initial);
  const [error, setError] = useState<ActionError>();
  const place = error === undefined ? undefined : fieldOf[error];
  return {
    texts,
    /** Of a refusal that is about no field. */
    elsewhere: place === undefined ? error : undefined,
    forget: () => setTexts(initial),
    accept: () => setError(undefined),
    refuse: (form: HTMLFormElement, refused: ActionError) => {
      setError(refused);
      focusField(form, fieldOf[refused]);
    },
    field: (name: Name) => ({
      name,
      label: labelOf(name),
      value: texts[name],
      autoComplete: 'off',
      error: error !== undefined && place === name ? errors(error) : undefined,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const { value } = event.currentTarget;
        setTexts((before) => ({ ...before, [name]: value }));
      },
    }),
  };
}
