'use client';

import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { focusField } from '@/app/(console)/focus-field';
import { useAction } from '@/app/(console)/proof';
import type { ActionError } from '@/lib/console/action';
import { displayQuetzales, parseQuetzales } from '@/lib/money';
import { addBalance, adjustBalance, type Moved } from './actions';

export interface MovementProps {
  readonly kind: 'recarga' | 'ajuste';
  readonly nombre: string;
  /** Balance and what is available of it, as decimal text. */
  readonly saldo: string;
  readonly available: string;
  /** The same form sent twice counts once. */
  readonly formKey: string;
}

type Field = 'amount' | 'nota' | 'referencia';
type Direction = 'up' | 'down';

const EMPTY: Readonly<Record<Field, string>> = { amount: '', nota: '', referencia: '' };

/** Which field a refusal is about; any other is told above the buttons. */
const FIELD_OF: Partial<Record<ActionError, Field>> = {
  amount_invalid: 'amount',
  adjustment_invalid: 'amount',
  balance_below_zero: 'amount',
  balance_held: 'amount',
  balance_too_large: 'amount',
  reason_required: 'nota',
};

/** What is being typed, checked before it is sent and kept until it is done. */
export function useMovement(props: MovementProps) {
  const { kind, nombre, formKey } = props;
  const t = useTranslations('balance');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const [texts, setTexts] = useState(EMPTY);
  const [direction, setDirection] = useState<Direction>('up');
  const [error, setError] = useState<ActionError>();
  const key = useKey(formKey);
  const amount = amountOf(texts.amount, kind === 'ajuste' && direction === 'down');

  const done = ({ saldo, repeated }: Moved) => {
    key.forget();
    setOpened(false);
    setTexts(EMPTY);
    const told = { saldo: displayQuetzales(parseQuetzales(saldo) ?? 0n) };
    notifications.show({
      color: repeated ? 'yellow' : 'green',
      message: t(repeated ? 'repeated' : `${kind}.done`, told),
    });
  };
  const failed = (form: HTMLFormElement) => (refused: ActionError) => {
    if (refused === 'key_reused') key.forget();
    setError(refused);
    focusField(form, FIELD_OF[refused]);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refuse = failed(event.currentTarget);
    const wrong = problemOf(props, amount, texts);
    setError(wrong);
    if (wrong !== undefined) return refuse(wrong);
    const signed =
      kind === 'ajuste' && direction === 'down' ? `-${texts.amount.trim()}` : texts.amount;
    const input = { nombre, ...texts, amount: signed, key: key.take() };
    run(() => (kind === 'recarga' ? addBalance : adjustBalance)(input), { done, failed: refuse });
  };
  const toldAbove = (refused: ActionError | undefined) => {
    // Sending it again is safe here, whatever became of it.
    if (refused === 'unreachable') return t('unanswered');
    return refused === undefined || FIELD_OF[refused] ? undefined : errors(refused);
  };
  const field = (name: Field) => ({
    name,
    label: t(`${kind}.${name}`),
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
    amount,
    direction,
    turn: (value: string) => setDirection(value === 'down' ? 'down' : 'up'),
    field,
    problem: toldAbove(error),
    submit,
  };
}

/** One key for everything that is sent until something is done, also when an answer was lost. */
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

/** With its sign; `undefined` while it is no amount above zero. */
function amountOf(text: string, down: boolean): bigint | undefined {
  const parsed = parseQuetzales(text);
  if (parsed === undefined || parsed <= 0n) return undefined;
  return down ? -parsed : parsed;
}

/** What the server would refuse as well, told before anything is sent. */
function problemOf(
  { kind, saldo, available }: MovementProps,
  amount: bigint | undefined,
  { nota }: Readonly<Record<Field, string>>,
): ActionError | undefined {
  if (amount === undefined) return 'amount_invalid';
  if ((parseQuetzales(saldo) ?? 0n) + amount < 0n) return 'balance_below_zero';
  if ((parseQuetzales(available) ?? 0n) + amount < 0n) return 'balance_held';
  return kind === 'ajuste' && nota.trim() === '' ? 'reason_required' : undefined;
}
