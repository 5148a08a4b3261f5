'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { cancelTariff } from '@/app/(console)/actions/billing';
import { Dialog } from '@/app/(console)/form/dialog';
import { useAction } from '@/app/(console)/form/proof';
import { displayQuetzales, parseQuetzales } from '@/lib/money';
import type { ShownTariffs } from './use-tariff';

interface CancelTariffProps {
  readonly nombre: string;
  readonly scheduled: NonNullable<ShownTariffs['scheduled']>;
}

/** Withdraws the scheduled tariff, once it was said again which. */
export function CancelTariff({ nombre, scheduled }: CancelTariffProps) {
  const t = useTranslations('tariffs');
  const format = useFormatter();
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const cancel = () => {
    close();
    run(() => cancelTariff({ nombre, expected: { scheduled } }), {
      done: () => notifications.show({ color: 'green', message: t('cancelled') }),
    });
  };
  const from = new Date(scheduled.from);
  return (
    <>
      <Button variant="default" loading={pending} onClick={() => setOpened(true)}>
        {t('cancel')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('cancel')}>
        <Stack>
          <Text size="sm">
            {t('cancelWhat', {
              tariff: displayQuetzales(parseQuetzales(scheduled.tarifa) ?? 0n),
              from: format.dateTime(from, { dateStyle: 'long', timeStyle: 'short' }),
            })}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('back')}
            </Button>
            <Button onClick={cancel}>{t('confirmCancel')}</Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
