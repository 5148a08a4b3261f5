'use client';

import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import type { ActionResult } from '@/lib/console/action';
import { DialogButton } from './dialog';
import { Form, useForm } from './form';

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
  return (
    <DialogButton label={props.label} title={props.label} size="compact-sm">
      {(close) => <NoteForm {...props} onClose={close} />}
    </DialogButton>
  );
}

interface NoteFormProps<Input> extends NoteButtonProps<Input> {
  readonly onClose: () => void;
}

function NoteForm<Input>({ what, send, done, run, input, onClose }: NoteFormProps<Input>) {
  const t = useTranslations('refundRequests');
  const form = useForm({
    stored: { nota: '' },
    labelOf: (name) => t(name),
    fieldOf: { reason_required: 'nota' },
    check: ({ nota }) => (nota.trim() === '' ? 'reason_required' : undefined),
    send: ({ nota }) => run({ ...input, nota }),
    done: () => {
      onClose();
      notifications.show({ color: 'green', message: done });
    },
  });
  return (
    <Form form={form} send={send} cancel={t('cancel')} onCancel={onClose}>
      <Text size="sm">{what}</Text>
      <Textarea
        {...form.field('nota')}
        maxLength={500}
        autosize
        minRows={2}
        withAsterisk
        data-autofocus
      />
    </Form>
  );
}
