'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from './dialog';

interface ConfirmByNameProps {
  readonly opened: boolean;
  readonly title: string;
  readonly what: string;
  /** What has to be written before the button opens. */
  readonly name: string;
  readonly action: string;
  readonly danger?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** What takes access away is confirmed by writing whose. */
export function ConfirmByName({ opened, name, onClose, onConfirm, ...props }: ConfirmByNameProps) {
  const t = useTranslations('confirm');
  const [written, setWritten] = useState('');
  const close = () => {
    setWritten('');
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          close();
          onConfirm();
        }}
      >
        <Stack>
          <Text size="sm">{props.what}</Text>
          <TextInput
            label={t('write', { name })}
            value={written}
            autoComplete="off"
            data-autofocus
            classNames={{ label: 'name' }}
            onChange={(event) => setWritten(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button
              type="submit"
              disabled={written.trim() !== name}
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
