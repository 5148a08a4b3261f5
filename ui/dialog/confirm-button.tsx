'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { ActionResult } from '@/lib/console/session/action';
import { useAction } from '@/ui/form/use-action';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog';

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'opened' | 'onClose' | 'onConfirm'> {
  readonly label: string;
  readonly run: () => Promise<ActionResult<unknown>>;
  readonly done?: string;
}

/** A button that asks for confirmation, then runs a server action. */
export function ConfirmButton({ label, run: action, done, ...dialog }: ConfirmButtonProps) {
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const notify = () => done && notifications.show({ color: 'green', message: done });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(action, { done: notify })}
      />
    </>
  );
}
