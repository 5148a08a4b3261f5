'use client';

import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useAction } from '@/app/(console)/proof';
import type { ActionError } from '@/lib/console/action';
import { parseQuetzales } from '@/lib/money';
import { changeTariff, planTariff } from './actions';

/** The tariffs as the page shows them: decimal text, and an exact instant. */
export interface ShownTariffs {
  readonly tarifa: string;
  readonly scheduled: { readonly tarifa: string; readonly from: string } | null;
}

export interface TariffProps {
  readonly nombre: string;
  readonly shown: ShownTariffs;
  readonly available: string;
  /** What a date begins with: the next first of a month. */
  readonly suggestedFrom: string;
}

type Field = 'tariff' | 'from';

/** Which field a refusal is about; any other is told above the buttons. */
const FIELD_OF: Partial<Record<ActionError, Field>> = {
  tariff_invalid: 'tariff',
  instant_invalid: 'from',
};

export function useTariff({ nombre, shown, suggestedFrom }: TariffProps) {
  const t = useTranslations('tariffs');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const [texts, setTexts] = useState({ tariff: '', from: suggestedFrom });
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [error, setError] = useState<ActionError>();
  const given = parseQuetzales(texts.tariff);
  const parsed = given !== undefined && given >= 0n ? given : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (parsed === undefined) return setError('tariff_invalid');
    const later = when === 'later';
    const input = { nombre, shown, ...texts };
    run(() => (later ? planTariff(input) : changeTariff(input)), {
      done: () => {
        setOpened(false);
        setTexts({ tariff: '', from: suggestedFrom });
        notifications.show({ color: 'green', message: t(later ? 'planned' : 'changed') });
      },
      failed: setError,
    });
  };
  const field = (name: Field) => ({
    name,
    label: t(name),
    value: texts[name],
    autoComplete: 'off',
    error: error !== undefined && FIELD_OF[error] === name ? errors(error) : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget;
      setTexts((before) => ({ ...before, [name]: value }));
    },
  });
  return {
    opened,
    open: () => setOpened(true),
    close: () => setOpened(false),
    pending,
    parsed,
    when,
    setWhen: (value: string) => setWhen(value === 'later' ? 'later' : 'now'),
    field,
    problem: error === undefined || FIELD_OF[error] ? undefined : errors(error),
    submit,
  };
}
