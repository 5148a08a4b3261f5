'use client';

import { Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { ActionResult } from '@/lib/console/session/action';
import { ActionDialog, useDialogForm } from './action-dialog';
import { ReasonField } from './reason-fields';

interface NoteButtonProps<Input> {
  readonly label: string;
  /** Describes the consequence. */
  readonly what: string;
  readonly send: string;
  readonly done: string;
  /** A server action, and its input without the note. */
  readonly run: (input: Input & { readonly nota: string }) => Promise<ActionResult<unknown>>;
  readonly input: Input;
}

/** A button that asks for a reason, then runs a server action. */
export function NoteButton<Input>(props: NoteButtonProps<Input>) {
  const t = useTranslations('refundRequests');
  const form = useDialogForm({
    stored: { nota: '' },
    labelOf: (name) => t(name),
    fieldOf: { reason_required: 'nota' },
    check: ({ nota }) => (nota.trim() === '' ? 'reason_required' : undefined),
    send: ({ nota }) => props.run({ ...props.input, nota }),
    notice: () => ({ message: props.done }),
  });
  return (
    <ActionDialog form={form} label={props.label} button={{ size: 'compact-sm' }} send={props.send}>
      <Text size="sm">{props.what}</Text>
      <ReasonField {...form.field('nota')} />
    </ActionDialog>
  );
}
