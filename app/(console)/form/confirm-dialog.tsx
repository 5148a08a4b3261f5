'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  /** Text of the button that confirms. */
  readonly action: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** Has to be typed before the button is enabled. */
  readonly name?: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asks before a change is made. */
export function ConfirmDialog({ opened, title, onClose, onConfirm, ...props }: ConfirmDialogProps) {
  const t = useTranslations('confirm');
  const [typed, setTyped] = useState('');
  const { name } = props;
  const close = () => {
    setTyped('');
    onClose();
  };
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    close();
    onConfirm();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form onSubmit={confirm}>
        <Stack>
          <Text size="sm" component="div" className="name">
            {props.children}
          </Text>
          {name !== undefined && (
            <TextInput
              label={t('write', { name })}
              value={typed}
              autoComplete="off"
              data-autofocus
              classNames={{ label: 'name' }}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={close}
              data-autofocus={name === undefined || undefined}
            >
              {props.cancel ?? t('cancel')}
            </Button>
            <Button
              type="submit"
              disabled={name !== undefined && typed.trim() !== name}
              {...(props.danger ? { color: 'red.9' } : {})}
            >
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
