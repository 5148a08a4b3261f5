'use client';

import { Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { setIntegration } from '@/ui/actions/integrations';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { ReasonField } from '@/ui/dialog/reason-fields';
import { inTurn } from '@/ui/form/in-turn';
import { useAction } from '@/ui/form/use-action';

interface SuspensionProps {
  readonly nombre: string;
  readonly version: number;
  readonly suspended: boolean;
  readonly queriesLastWeek: number;
}

/** Suspends or resumes the integration. One button does both, so that the focus stays on it. */
export function Suspension(props: SuspensionProps) {
  const { nombre, version, suspended, queriesLastWeek } = props;
  const t = useTranslations('suspension');
  const confirm = useTranslations('confirm');
  const { run, pending } = useAction();
  const set = (change: { readonly suspended: boolean; readonly reason?: string }) =>
    inTurn({ nombre, version }, (expected) => {
      const { suspended: now, ...why } = change;
      return setIntegration({ nombre, switches: { suspended: now }, ...why, expected });
    });
  const form = useDialogForm({
    asked: 'suspend',
    stored: { reason: '', name: '' },
    labelOf: (name) => (name === 'reason' ? t('reason') : confirm('write', { name: nombre })),
    fieldOf: { reason_required: 'reason' },
    check: ({ reason }) => (reason.trim() === '' ? 'reason_required' : undefined),
    send: ({ reason }) => set({ suspended: true, reason }),
  });
  return (
    <ActionDialog
      form={{ ...form, opened: form.opened && !suspended }}
      label={t(suspended ? 'resume' : 'suspend')}
      button={{
        loading: pending,
        ...(suspended && { onClick: () => run(() => set({ suspended: false })) }),
      }}
      title={t('suspendTitle')}
      send={t('suspend')}
      danger
      disabled={form.texts.name.trim() !== nombre}
    >
      <Text size="sm" className="name">
        {t('suspendWhat')} {t('impact', { count: queriesLastWeek })}
      </Text>
      <ReasonField {...form.field('reason')} description={t('reasonWhat')} />
      <TextInput {...form.field('name')} classNames={{ label: 'name' }} />
    </ActionDialog>
  );
}
