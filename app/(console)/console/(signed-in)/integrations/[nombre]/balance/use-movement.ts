'use client';

import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { adjust, topUp } from '@/app/(console)/actions/billing';
import { useAction } from '@/app/(console)/form/proof';
import { useFields } from '@/app/(console)/form/use-fields';
import type { Posted } from '@/lib/billing/post-entry';
import type { ActionError } from '@/lib/console/action';
import { displayQuetzales, parseQuetzales } from '@/lib/money';

export interface MovementProps {
  readonly kind: 'recarga' | 'ajuste';
  readonly nombre: string;
  /** Balance and what is available of it, as decimal text. */
  readonly saldo: string;
  readonly available: string;
  /** The same form sent twice counts once. */
  readonly formKey: string;
}

type Direction = 'up' | 'down';

const EMPTY = { amount: '', nota: '', referencia: '' };

const FIELD_OF = {
  amount_invalid: 'amount',
  adjustment_invalid: 'amount',
  balance_below_zero: 'amount',
  balance_held: 'amount',
  balance_too_large: 'amount',
  reason_required: 'nota',
} as const;

/** A change of the balance as it is typed, checked before it is sent and kept until it is done. */
export function useMovement(props: MovementProps) {
  const { kind, nombre, formKey } = props;
  const t = useTranslations('balance');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const [direction, setDirection] = useState<Direction>('up');
  const fields = useFields({
    initial: EMPTY,
    labelOf: (name) => t(`${kind}.${name}`),
    fieldOf: FIELD_OF,
  });
  const key = useKey(formKey);
  const { texts } = fields;
  const down = kind === 'ajuste' && direction === 'down';
  const amount = amountOf(texts.amount, down);

  const done = ({ saldo, repeated }: Posted) => {
    key.forget();
    fields.forget();
    setOpened(false);
    const told = { saldo: displayQuetzales(saldo) };
    notifications.show({
      color: repeated ? 'yellow' : 'green',
      message: t(repeated ? 'repeated' : `${kind}.done`, told),
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const failed = (refused: ActionError) => {
      if (refused === 'key_reused') key.forget();
      fields.refuse(form, refused);
    };
    const wrong = problemOf(props, amount, texts.nota);
    if (wrong !== undefined) return failed(wrong);
    fields.accept();
    const signed = `${down ? '-' : ''}${texts.amount.trim()}`;
    const input = { nombre, ...texts, amount: signed, key: key.take() };
    run(() => (kind === 'recarga' ? topUp : adjust)(input), { done, failed });
  };
  const turn = (value: string) => setDirection(value === 'down' ? 'down' : 'up');
  return { opened, setOpened, pending, amount, direction, turn, fields, submit };
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
  nota: string,
): ActionError | undefined {
  if (amount === undefined) return 'amount_invalid';
  if ((parseQuetzales(saldo) ?? 0n) + amount < 0n) return 'balance_below_zero';
  if ((parseQuetzales(available) ?? 0n) + amount < 0n) return 'balance_held';
  return kind === 'ajuste' && nota.trim() === '' ? 'reason_required' : undefined;
}
