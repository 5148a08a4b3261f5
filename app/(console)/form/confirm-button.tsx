'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import type { ActionResult } from '@/lib/console/action';
import { ConfirmDialog } from './confirm-dialog';
import { useAction } from './use-action';

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** Has to be typed before the button is enabled. */
  readonly name?: string;
  readonly run: () => Promise<ActionResult<unknown>>;
  /** Notification of the success. */
  readonly done?: string;
  /** What will happen. */
  readonly children: ReactNode;
}

/** A button that asks before it runs a server action. */
export function ConfirmButton({ label, run: action, done, ...dialog }: ConfirmButtonProps) {
  const { run } = useAction();
  const [asking, setAsking] = useState(false);
  const tell = () => done && notifications.show({ color: 'green', message: done });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => run(action, { done: tell })}
      />
    </>
  );
}
