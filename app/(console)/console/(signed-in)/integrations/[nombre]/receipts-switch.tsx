'use client';

import { Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useOptimistic } from 'react';
import { setIntegration } from '@/app/(console)/actions/integrations';
import { inTurn } from '@/app/(console)/form/in-turn';
import { useAction } from '@/app/(console)/form/proof';

interface ReceiptsSwitchProps {
  readonly nombre: string;
  readonly version: number;
  readonly on: boolean;
}

/** Switches whether catalog answers carry their cost. */
export function ReceiptsSwitch({ nombre, version, on }: ReceiptsSwitchProps) {
  const t = useTranslations('receipts');
  const { run, pending } = useAction();
  const [shown, show] = useOptimistic(on);
  const toggle = () => {
    if (pending) return;
    run(() => {
      show(!shown);
      const change = { nombre, switches: { receipts_enabled: !shown } };
      return inTurn({ nombre, version }, (expected) => setIntegration({ ...change, expected }));
    });
  };
  return (
    <Switch
      label={t('label')}
      description={t('what')}
      checked={shown}
      aria-busy={pending}
      onChange={toggle}
    />
  );
}
