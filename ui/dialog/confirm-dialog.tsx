'use client';

import { Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormDialog } from '@/ui/form/form';

export interface ConfirmDialogProps {
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
  /** Describes the consequence. */
  readonly children: ReactNode;
}

export function ConfirmDialog({ name, action, onConfirm, children, ...props }: ConfirmDialogProps) {
  const t = useTranslations('confirm');
  const [typed, setTyped] = useState('');
  const onClose = () => {
    setTyped('');
    props.onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onConfirm();
  };
  return (
    <FormDialog
      cancel={t('cancel')}
      {...props}
      form={{ submit, pending: false, problem: undefined }}
      send={action}
      disabled={name !== undefined && typed.trim() !== name}
      onClose={onClose}
    >
      <Text size="sm" component="div" className="name">
        {children}
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
    </FormDialog>
  );
}
