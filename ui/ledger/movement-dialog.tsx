'use client';

import { SegmentedControl, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { displayQuetzales, parseQuetzales } from '@/lib/base/values/money';
import type { ActionError } from '@/lib/console/session/action';
import { adjust, topUp } from '@/ui/actions/billing';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { MovementPreview } from '@/ui/dialog/movement-preview';
import { AmountField } from '@/ui/form/amount-field';

interface MovementProps {
  readonly kind: 'recarga' | 'ajuste';
  readonly nombre: string;
  readonly saldo: bigint;
  readonly available: bigint;
  /** Sent with the form, so that sending it twice counts once. */
  readonly formKey: string;
}

const EMPTY = { amount: '', nota: '', referencia: '' };

const FIELD_OF = {
  amount_invalid: 'amount',
  adjustment_invalid: 'amount',
  balance_below_zero: 'amount',
  balance_held: 'amount',
  balance_too_large: 'amount',
  reason_required: 'nota',
} as const;

export function MovementDialog(props: MovementProps) {
  const { kind, nombre, saldo, formKey } = props;
  const t = useTranslations('balance');
  const [direction, setDirection] = useState('up');
  const key = useKey(formKey);
  const sign = kind === 'ajuste' && direction === 'down' ? '-' : '';
  const form = useDialogForm({
    asked: kind === 'recarga' ? 'topUp' : 'adjust',
    stored: EMPTY,
    labelOf: (name) => t(`${kind}.${name}`),
    fieldOf: FIELD_OF,
    // Sending it again is safe here, whatever became of the first time.
    wording: { unreachable: t('unanswered') },
    check: ({ amount, nota }) => problemOf(props, amountOf(sign, amount), nota),
    send: (texts) => {
      const input = { nombre, ...texts, amount: sign + texts.amount.trim(), key: key.take() };
      return kind === 'recarga' ? topUp(input) : adjust(input);
    },
    done: key.forget,
    notice: ({ saldo: left, repeated }) => ({
      color: repeated ? 'yellow' : 'green',
      message: t(repeated ? 'repeated' : `${kind}.done`, { saldo: displayQuetzales(left) }),
    }),
    failed: (error) => error === 'key_reused' && key.forget(),
  });
  return (
    <ActionDialog
      form={form}
      label={t(`${kind}.open`)}
      button={kind === 'recarga' ? { variant: 'filled' } : {}}
      title={t(`${kind}.title`)}
      send={t(`${kind}.submit`)}
    >
      {/* Not every telephone has a minus sign on its keyboard of digits. */}
      {kind === 'ajuste' && (
        <SegmentedControl
          aria-label={t('ajuste.direction')}
          data={(['up', 'down'] as const).map((value) => ({
            value,
            label: t(`ajuste.${value}`),
          }))}
          value={direction}
          onChange={setDirection}
        />
      )}
      <AmountField
        {...form.field('amount')}
        description={t('amountRule')}
        data-autofocus
        withAsterisk
      />
      <TextInput {...form.field('nota')} maxLength={500} withAsterisk={kind === 'ajuste'} />
      <TextInput {...form.field('referencia')} description={t('referenceWhat')} maxLength={100} />
      <MovementPreview saldo={saldo} amount={amountOf(sign, form.texts.amount)} />
    </ActionDialog>
  );
}

/**
 * Keeps one key for everything that is sent until something is done, also when an answer is lost.
 */
function useKey(formKey: string) {
  const [taken, setTaken] = useState<string>();
  return {
    take: () => {
      setTaken(taken ?? formKey);
      return taken ?? formKey;
    },
    forget: () => setTaken(undefined),
  };
}

/** Reads an amount above zero and gives it its sign; `undefined` for any other text. */
function amountOf(sign: string, text: string): bigint | undefined {
  const amount = parseQuetzales(text);
  if (amount === undefined || amount <= 0n) return undefined;
  return sign === '-' ? -amount : amount;
}

function problemOf(
  { kind, saldo, available }: MovementProps,
  amount: bigint | undefined,
  nota: string,
): ActionError | undefined {
  if (amount === undefined) return 'amount_invalid';
  if (saldo + amount < 0n) return 'balance_below_zero';
  if (available + amount < 0n) return 'balance_held';
  return kind === 'ajuste' && nota.trim() === '' ? 'reason_required' : undefined;
}
