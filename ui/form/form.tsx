'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import {
  type ChangeEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ActionError, ActionResult } from '@/lib/console/session/action';
import { Dialog } from '@/ui/dialog/dialog';
import { focusField } from './focus';
import { useAction } from './use-action';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Text typed into a field, and the stored text it replaces. */
interface Edit {
  readonly text: string;
  readonly over: string;
}

export interface FormOptions<Name extends string, Data> {
  /** Initial texts. They may change while somebody is typing; untouched fields follow them. */
  readonly stored: Texts<Name>;
  readonly labelOf: (name: Name) => string;
  /** The field that each error, or every error, is about. Others are shown above the buttons. */
  readonly fieldOf?: NoInfer<Name> | Readonly<Partial<Record<ActionError, NoInfer<Name>>>>;
  /** Checks in the browser what the server would refuse. */
  readonly check?: (texts: Texts<Name>) => ActionError | undefined;
  readonly send: (texts: Texts<Name>) => Promise<ActionResult<Data>>;
  readonly done?: (data: Data) => void;
  /** Says in a notification what has been done, in green unless it says otherwise. */
  readonly notice?: (data: Data) => NotificationData;
  readonly failed?: (error: ActionError) => void;
  /** Texts of errors that this form words differently. */
  readonly wording?: Readonly<Partial<Record<ActionError, string>>>;
  /** Does not refresh the page after success. */
  readonly stay?: boolean;
}

/** Holds the texts of a form, shows errors beside their fields, and sends it. */
export function useForm<Name extends string, Data>(options: FormOptions<Name, Data>) {
  const { stored, fieldOf = {}, stay = false } = options;
  const placeOf = (of: ActionError) => (typeof fieldOf === 'string' ? fieldOf : fieldOf[of]);
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const { texts, dirty, edit, forget, meanwhile } = useEdits(stored);
  const [error, setError] = useState<ActionError>();
  const place = error === undefined ? undefined : placeOf(error);
  const problem = error === undefined ? undefined : (options.wording?.[error] ?? errors(error));

  const write = (name: Name, text: string) => {
    edit(name, text);
    if (place === name) setError(undefined);
  };
  const discard = () => {
    setError(undefined);
    forget();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const failed = (refused: ActionError) => {
      setError(refused);
      focusField(form, placeOf(refused));
      options.failed?.(refused);
    };
    const wrong = options.check?.(texts);
    if (wrong !== undefined) return failed(wrong);
    setError(undefined);
    const done = (data: Data) => {
      discard();
      options.done?.(data);
      if (options.notice) notifications.show({ color: 'green', ...options.notice(data) });
    };
    run(() => options.send(texts), { done, failed, stay });
  };
  return {
    texts,
    error,
    pending,
    /** An error that is about no field. */
    problem: place === undefined ? problem : undefined,
    dirty,
    write,
    discard,
    submit,
    field: (name: Name) => ({
      name,
      label: options.labelOf(name),
      value: texts[name],
      autoComplete: 'off',
      error: place === name ? problem : undefined,
      onChange: ({ currentTarget }: ChangeEvent<Control>) => write(name, currentTarget.value),
    }),
    meanwhile,
  };
}

/** Holds what is typed over the stored texts. */
function useEdits<Name extends string>(stored: Texts<Name>) {
  const [edits, setEdits] = useState<ReadonlyMap<Name, Edit>>(new Map());
  const texts: Texts<Name> = { ...stored, ...textsOf(edits) };
  return {
    texts,
    dirty: [...edits].some(([name, { text }]) => text !== stored[name]),
    edit: (name: Name, text: string) => {
      const over = edits.get(name)?.over ?? stored[name];
      setEdits((before) => new Map(before).set(name, { text, over }));
    },
    forget: () => setEdits(new Map()),
    /** The text that somebody else stored since this field was edited. */
    meanwhile: (name: Name) => {
      const edit = edits.get(name);
      const now = stored[name];
      return edit === undefined || [edit.over, edit.text].includes(now) ? undefined : now;
    },
  };
}

function textsOf(edits: ReadonlyMap<string, Edit>): Record<string, string> {
  return Object.fromEntries([...edits].map(([name, { text }]) => [name, text]));
}

interface FormProps {
  readonly form: Pick<ReturnType<typeof useForm>, 'submit' | 'pending' | 'problem'>;
  /** Text of the button that sends the form; without it only the cancel button is shown. */
  readonly send: string | undefined;
  readonly cancel?: string | undefined;
  readonly disabled?: boolean;
  readonly quiet?: boolean;
  readonly danger?: boolean;
  readonly onCancel?: () => void;
  /** Shown before the buttons. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** Shows fields, then errors that are about no field, then the buttons. */
export function Form({ form, send, cancel, onCancel, children, ...props }: FormProps) {
  const { submit, pending, problem } = form;
  const cancelButton = useRef<HTMLButtonElement>(null);
  const hasOnlyCancel = send === undefined;
  // The other button had the focus.
  useEffect(() => {
    if (hasOnlyCancel) cancelButton.current?.focus();
  }, [hasOnlyCancel]);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          {props.beside}
          {cancel !== undefined && (
            <Button
              ref={cancelButton}
              variant="default"
              onClick={onCancel}
              disabled={pending}
              data-autofocus
            >
              {cancel}
            </Button>
          )}
          {!hasOnlyCancel && (
            <Button
              type="submit"
              loading={pending}
              disabled={props.disabled ?? false}
              {...(props.quiet ? { variant: 'default' } : {})}
              {...(props.danger ? { color: 'red.9' } : {})}
            >
              {send}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

export interface FormDialogProps extends FormProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * Shows a form in a dialog, which keeps the texts until they are sent. While the form is being sent
 * it cannot be closed, because the password may be asked for above it.
 */
export function FormDialog({ title, opened, onClose, ...form }: FormDialogProps) {
  const { pending } = form.form;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnEscape={!pending}
      closeOnClickOutside={!pending}
    >
      <Form onCancel={onClose} {...form} />
    </Dialog>
  );
}
