'use client';

import { Alert, Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './dialog';

interface FormDialogProps {
  readonly title: string;
  readonly opened: boolean;
  /** While it is being sent; the proof that may be asked for then stands above it. */
  readonly pending: boolean;
  /** A refusal that is about no field. */
  readonly problem: string | undefined;
  readonly back: string;
  /** Without it there is nothing left to send. */
  readonly send: string | undefined;
  readonly onClose: () => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** A form in a dialog, which stays open with all that was typed until it is done. */
export function FormDialog(props: FormDialogProps) {
  const { title, opened, pending, problem, onClose, onSubmit } = props;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      closeOnEscape={!pending}
      closeOnClickOutside={!pending}
      trapFocus={!pending}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {props.children}
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={pending}>
              {props.back}
            </Button>
            {props.send !== undefined && (
              <Button type="submit" loading={pending}>
                {props.send}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
