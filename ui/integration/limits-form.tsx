'use client';

import { Alert, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { parseQuetzales } from '@/lib/base/values/money';
import { blockingCap, type Cap, type Spending } from '@/lib/integrations/caps';
import {
  invalidLimit,
  LIMIT_KINDS,
  LIMIT_SETTINGS,
  type LimitKind,
  type LimitTexts,
  limitRefusal,
  readLimit,
} from '@/lib/integrations/limit-settings';
import { setIntegration } from '@/ui/actions/integrations';
import { AmountField } from '@/ui/form/amount-field';
import { Form, useForm } from '@/ui/form/form';
import { inTurn } from '@/ui/form/in-turn';

interface LimitsFormProps {
  readonly nombre: string;
  readonly version: number;
  readonly stored: LimitTexts;
  /** Limits of the deployment, for settings that the integration does not have. */
  readonly usual: LimitTexts;
  readonly spending: Pick<Spending, 'spentDay' | 'spentMonth' | 'tarifa'>;
}

export function LimitsForm({ nombre, version, stored, usual, spending }: LimitsFormProps) {
  const t = useTranslations('limits');
  const [warned, setWarned] = useState<Cap>();
  const form = useForm({
    stored,
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: { networks_invalid: 'trusted_networks' },
    check: (texts) => {
      const invalid = invalidLimit(texts);
      return invalid && limitRefusal(invalid);
    },
    send: (limits) =>
      inTurn({ nombre, version }, (expected) => setIntegration({ nombre, limits, expected })),
    notice: () => ({ message: t('saved') }),
  });
  const looks = {
    amount: {},
    requests: { inputMode: 'numeric' },
    networks: { description: `${t('networks')} ${t('networksMany')}` },
  } as const satisfies Readonly<Record<LimitKind, object>>;
  const blocking = blockingCap({
    ...spending,
    cap_day: parseQuetzales(form.texts.cap_day) ?? null,
    cap_month: parseQuetzales(form.texts.cap_month) ?? null,
  });
  const isNew =
    blocking !== undefined && form.texts[`cap_${blocking}`] !== stored[`cap_${blocking}`];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isNew || warned === blocking) return form.submit(event);
    event.preventDefault();
    setWarned(blocking);
  };
  const isWarned = isNew && warned === blocking;
  return (
    <Form form={{ ...form, submit }} send={t(isWarned ? 'saveBlocking' : 'save')}>
      <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit" verticalSpacing="sm">
        {LIMIT_SETTINGS.map((name) => {
          const kind = LIMIT_KINDS[name];
          const Field = kind === 'amount' ? AmountField : TextInput;
          const field = form.field(name);
          const isWrong =
            form.error === 'limit_invalid' && readLimit(name, field.value) === undefined;
          return (
            <Field
              key={name}
              {...field}
              {...looks[kind]}
              error={field.error ?? isWrong}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              placeholder={usual[name]}
            />
          );
        })}
      </SimpleGrid>
      {isWarned && (
        <Alert color="yellow" role="alert">
          {t(`blocks.${blocking}`)}
        </Alert>
      )}
    </Form>
  );
}
