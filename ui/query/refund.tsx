'use client';

import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { displayQuetzales } from '@/lib/base/values/money';
import { refund } from '@/ui/actions/billing';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { MovementPreview } from '@/ui/dialog/movement-preview';
import { ReasonField } from '@/ui/dialog/reason-fields';

interface RefundProps {
  readonly id: string;
  readonly nombre: string;
  /** Cost of the query. */
  readonly amount: bigint;
  readonly saldo: bigint;
  /** The reason of the request for the refund; empty without one. */
  readonly nota: string;
  /** Hides the form, but keeps a refusal in sight. */
  readonly refunded: boolean;
  /** Sent with the form, so that sending it twice counts once. */
  readonly formKey: string;
}

export function Refund({ id, nombre, amount, saldo, nota: asked, refunded, formKey }: RefundProps) {
  const t = useTranslations('refund');
  const balance = useTranslations('balance');
  // Kept, because the page that follows a lost answer brings another one.
  const [key] = useState(formKey);
  const form = useDialogForm({
    stored: { nota: asked },
    labelOf: (name) => t(name),
    fieldOf: { reason_required: 'nota' },
    // Sending it again is safe here, whatever became of the first time.
    wording: { unreachable: balance('unanswered') },
    check: ({ nota }) => (nota.trim() === '' ? 'reason_required' : undefined),
    send: ({ nota }) => refund({ nombre, queryId: id, nota, key }),
    notice: ({ saldo: left, repeated }) => ({
      color: repeated ? 'yellow' : 'green',
      message: t(repeated ? 'repeated' : 'done', { saldo: displayQuetzales(left) }),
    }),
  });
  return (
    <ActionDialog
      form={form}
      label={refunded ? undefined : t('open')}
      button={{ size: 'compact-sm' }}
      title={t('title')}
      {...(refunded && { cancel: t('close') })}
      send={refunded ? undefined : t('submit', { amount: displayQuetzales(amount) })}
    >
      {!refunded && (
        <>
          <Text size="sm">{t('what')}</Text>
          <ReasonField {...form.field('nota')} />
          <MovementPreview saldo={saldo} amount={amount} />
        </>
      )}
    </ActionDialog>
  );
}
