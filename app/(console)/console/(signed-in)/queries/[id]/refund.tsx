'use client';

import { Button, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { refund } from '@/app/(console)/actions/billing';
import { FormDialog } from '@/app/(console)/form/form-dialog';
import { MovementPreview } from '@/app/(console)/form/movement-preview';
import { useAction } from '@/app/(console)/form/proof';
import { useFields } from '@/app/(console)/form/use-fields';
import type { Posted } from '@/lib/billing/post-entry';
import type { ActionError } from '@/lib/console/action';
import { displayQuetzales, parseQuetzales } from '@/lib/money';

interface RefundProps {
  readonly id: string;
  readonly nombre: string;
  /** What the query cost, and the balance now, as decimal text. */
  readonly amount: string;
  readonly saldo: string;
  /** It was returned already: nothing can be asked for, but a refusal stays to be read. */
  readonly refunded: boolean;
  /** The same form sent twice counts once. */
  readonly formKey: string;
}

/** Returns the charge of a query, after showing what that comes to. */
export function Refund(props: RefundProps) {
  const t = useTranslations('refund');
  const errors = useTranslations('errors');
  const balance = useTranslations('balance');
  const { opened, setOpened, pending, fields, submit } = useRefund(props);
  const { field, elsewhere } = fields;
  const amount = parseQuetzales(props.amount) ?? 0n;
  return (
    <>
      {!props.refunded && (
        <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
          {t('open')}
        </Button>
      )}
      <FormDialog
        title={t('title')}
        back={t(props.refunded ? 'close' : 'cancel')}
        send={props.refunded ? undefined : t('submit', { amount: displayQuetzales(amount) })}
        problem={
          // Sending it again is safe here, whatever became of it.
          elsewhere === 'unreachable' ? balance('unanswered') : elsewhere && errors(elsewhere)
        }
        onClose={() => setOpened(false)}
        onSubmit={submit}
        {...{ opened, pending }}
      >
        {!props.refunded && (
          <>
            <Text size="sm">{t('what')}</Text>
            <TextInput {...field('nota')} maxLength={500} data-autofocus withAsterisk />
            <MovementPreview saldo={props.saldo} amount={amount} />
          </>
        )}
      </FormDialog>
    </>
  );
}

function useRefund({ id, nombre, formKey }: RefundProps) {
  const t = useTranslations('refund');
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  // Kept: the page that comes after a lost answer brings another one.
  const [key] = useState(formKey);
  const fields = useFields({
    initial: { nota: '' },
    labelOf: (name) => t(name),
    fieldOf: { reason_required: 'nota' },
  });
  const done = ({ saldo, repeated }: Posted) => {
    setOpened(false);
    notifications.show({
      color: repeated ? 'yellow' : 'green',
      message: t(repeated ? 'repeated' : 'done', {
        saldo: displayQuetzales(saldo),
      }),
    });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { nota } = fields.texts;
    const failed = (refused: ActionError) => fields.refuse(form, refused);
    if (nota.trim() === '') return failed('reason_required');
    fields.accept();
    run(() => refund({ nombre, queryId: id, nota, key }), { done, failed });
  };
  return { opened, setOpened, pending, fields, submit };
}
