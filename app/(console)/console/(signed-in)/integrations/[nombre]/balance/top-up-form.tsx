'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useAction } from '@/app/(console)/proof';
import type { ActionError } from '@/lib/console/action';
import { displayQuetzales, parseQuetzales } from '@/lib/money';
import { addBalance } from './actions';

interface TopUpFormProps {
  readonly nombre: string;
  /** Posted balance as decimal text, for the preview. */
  readonly posted: string;
  /** The same form sent twice adds once. */
  readonly formKey: string;
}

type Sending = Pick<TopUpFormProps, 'nombre' | 'formKey'>;

function useTopUp({ nombre, formKey }: Sending) {
  const t = useTranslations('integration');
  const { run, pending } = useAction();
  const [quetzales, setQuetzales] = useState('');
  const [nota, setNota] = useState('');
  const [error, setError] = useState<ActionError>();
  const parsed = parseQuetzales(quetzales);
  const amount = parsed !== undefined && parsed > 0n ? parsed : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    if (amount === undefined) return setError('amount_invalid');
    run(() => addBalance({ nombre, amount: quetzales, nota, key: formKey }), {
      done: () => {
        setQuetzales('');
        setNota('');
        notifications.show({ message: t('toppedUp', { amount: displayQuetzales(amount) }) });
      },
      failed: setError,
    });
  };
  return { quetzales, setQuetzales, nota, setNota, error, amount, submit, pending };
}

export function TopUpForm({ nombre, posted, formKey }: TopUpFormProps) {
  const t = useTranslations('integration');
  const errors = useTranslations('errors');
  const topUp = useTopUp({ nombre, formKey });
  const { quetzales, nota, error, amount } = topUp;
  return (
    <form onSubmit={topUp.submit}>
      <Stack gap={6}>
        <Group align="flex-start">
          <TextInput
            label={t('topUpAmount')}
            placeholder="0.00"
            leftSection="Q"
            inputMode="decimal"
            autoComplete="off"
            required
            w={150}
            value={quetzales}
            error={error === undefined ? undefined : errors(error)}
            onChange={(event) => topUp.setQuetzales(event.currentTarget.value)}
          />
          <TextInput
            label={t('topUpNote')}
            maxLength={500}
            flex={1}
            miw={180}
            value={nota}
            onChange={(event) => topUp.setNota(event.currentTarget.value)}
          />
          <Button type="submit" loading={topUp.pending} mt={{ base: 0, xs: 25 }}>
            {t('topUp')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" aria-live="polite">
          {amount === undefined
            ? t('amountRule')
            : t('preview', { saldo: displayQuetzales((parseQuetzales(posted) ?? 0n) + amount) })}
        </Text>
      </Stack>
    </form>
  );
}
