'use client';

import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { scheduleTariff, setTariff } from '@/app/(console)/actions/billing';
import { useAction } from '@/app/(console)/form/proof';
import { useFields } from '@/app/(console)/form/use-fields';
import type { ActionError } from '@/lib/console/action';
import { parseQuetzales } from '@/lib/money';

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

/** Another tariff as it is typed, for now or for later. */
export function useTariff({ nombre, shown, suggestedFrom }: TariffProps) {
  const t = useTranslations('tariffs');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const fields = useFields({
    initial: { tariff: '', from: suggestedFrom },
    labelOf: (name) => t(name),
    fieldOf: { tariff_invalid: 'tariff', instant_invalid: 'from' },
  });
  const parsed = parseQuetzales(fields.texts.tariff);
  const tariff = parsed !== undefined && parsed >= 0n ? parsed : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const failed = (refused: ActionError) => fields.refuse(form, refused);
    if (tariff === undefined) return failed('tariff_invalid');
    fields.accept();
    const later = when === 'later';
    const { tariff: tarifa, from } = fields.texts;
    const input = { nombre, expected: shown, tarifa, from };
    run(() => (later ? scheduleTariff : setTariff)(input), {
      done: () => {
        fields.forget();
        setOpened(false);
        notifications.show({ color: 'green', message: t(later ? 'planned' : 'changed') });
      },
      failed,
    });
  };
  const turn = (value: string) => setWhen(value === 'later' ? 'later' : 'now');
  return { opened, setOpened, pending, tariff, when, turn, fields, submit };
}
