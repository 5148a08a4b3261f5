'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '@/app/(console)/proof';
import type { ActionError } from '@/lib/console/action';
import { changeTariff } from './actions';

interface TariffFormProps {
  readonly nombre: string;
  /** As decimal text. */
  readonly tariff: string;
}

export function TariffForm({ nombre, tariff }: TariffFormProps) {
  const t = useTranslations('integration');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [written, setWritten] = useState(tariff);
  const [error, setError] = useState<ActionError>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setError(undefined);
        run(() => changeTariff({ nombre, tariff: written, shown: tariff }), {
          done: () => notifications.show({ message: t('tariffDone') }),
          failed: (refused) => setError(refused === 'input_invalid' ? 'tariff_invalid' : refused),
        });
      }}
    >
      <Group align="flex-start">
        <TextInput
          label={t('newTariff')}
          leftSection="Q"
          inputMode="decimal"
          autoComplete="off"
          required
          w={150}
          value={written}
          error={error === undefined ? undefined : errors(error)}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={pending}
          disabled={written.trim() === tariff}
          mt={{ base: 0, xs: 25 }}
        >
          {t('changeTariff')}
        </Button>
      </Group>
    </form>
  );
}
