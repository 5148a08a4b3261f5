'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
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

export function TopUpForm({ nombre, posted, formKey }: TopUpFormProps) {
  const t = useTranslations('integration');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [quetzales, setQuetzales] = useState('');
  const [nota, setNota] = useState('');
  const [error, setError] = useState<ActionError>();
  const amount = parseQuetzales(quetzales);
  const usable = amount !== undefined && amount > 0n;
  const submit = () => {
    setError(undefined);
    if (!usable) return setError('amount_invalid');
    run(() => addBalance({ nombre, amount: quetzales, nota, key: formKey }), {
      done: () => {
        setQuetzales('');
        setNota('');
        notifications.show({ message: t('toppedUp', { amount: displayQuetzales(amount) }) });
      },
      failed: setError,
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
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
            onChange={(event) => setQuetzales(event.currentTarget.value)}
          />
          <TextInput
            label={t('topUpNote')}
            maxLength={500}
            flex={1}
            miw={180}
            value={nota}
            onChange={(event) => setNota(event.currentTarget.value)}
          />
          <Button type="submit" loading={pending} mt={{ base: 0, xs: 25 }}>
            {t('topUp')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" aria-live="polite">
          {usable
            ? t('preview', { saldo: displayQuetzales((parseQuetzales(posted) ?? 0n) + amount) })
            : t('amountRule')}
        </Text>
      </Stack>
    </form>
  );
}
