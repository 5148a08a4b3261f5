'use client';

import { NativeSelect, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { Incident, IncidentState } from '@/lib/incidents/list';
import { postIncident, switchOff } from '@/ui/actions/incidents';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';

interface UpdateFormProps extends Pick<Incident, 'id' | 'state'> {
  readonly next: readonly IncidentState[];
  readonly lastUpdate: number | undefined;
  readonly maySwitch: boolean;
}

/** Adds an update to an open incident, and ends it with its last state. */
export function UpdateForm({ id, state, next, lastUpdate, maySwitch }: UpdateFormProps) {
  const t = useTranslations('incidents');
  const form = useDialogForm({
    stored: { text: '', state },
    labelOf: (name) => t(`fields.${name}`),
    fieldOf: { incident_text: 'text', incident_state: 'state' },
    send: (texts) =>
      (maySwitch ? switchOff : postIncident)({
        id,
        expected: lastUpdate,
        text: texts.text,
        state: next.find((one) => one === texts.state),
      }),
    notice: () => ({ message: t('updated') }),
  });
  return (
    <ActionDialog form={form} label={t('update')} send={t('publish')} button={{ w: 'fit-content' }}>
      <NativeSelect
        {...form.field('state')}
        data={next.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      <Textarea {...form.field('text')} rows={5} maxLength={2000} required data-autofocus />
    </ActionDialog>
  );
}
