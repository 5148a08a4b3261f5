'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { cancelTariff } from '@/app/(console)/actions/billing';
import { ConfirmDialog } from '@/app/(console)/form/confirm-dialog';
import { useAction } from '@/app/(console)/form/proof';
import type { Tariffs } from '@/lib/integrations/find';
import { displayQuetzales } from '@/lib/money';

interface CancelTariffProps {
  readonly nombre: string;
  readonly scheduled: NonNullable<Tariffs['scheduled']>;
}

/** Cancels the scheduled tariff after a question. */
export function CancelTariff({ nombre, scheduled }: CancelTariffProps) {
  const t = useTranslations('tariffs');
  const format = useFormatter();
  const { run, pending } = useAction();
  const [opened, setOpened] = useState(false);
  const cancel = () =>
    run(() => cancelTariff({ nombre, expected: { scheduled } }), {
      done: () => notifications.show({ color: 'green', message: t('cancelled') }),
    });
  return (
    <>
      <Button variant="default" loading={pending} onClick={() => setOpened(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('cancel')}
        action={t('confirmCancel')}
        cancel={t('back')}
        onClose={() => setOpened(false)}
        onConfirm={cancel}
      >
        {t('cancelWhat', {
          tariff: displayQuetzales(scheduled.tarifa),
          from: format.dateTime(scheduled.from, { dateStyle: 'long', timeStyle: 'short' }),
        })}
      </ConfirmDialog>
    </>
  );
}
