'use client';

import { SimpleGrid, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
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
}

export function LimitsForm({ nombre, version, stored, usual }: LimitsFormProps) {
  const t = useTranslations('limits');
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
    networks: { description: t('networks') },
  } as const satisfies Readonly<Record<LimitKind, object>>;
  return (
    <Form form={form} send={t('save')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
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
    </Form>
  );
}
