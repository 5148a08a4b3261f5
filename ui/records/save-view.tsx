'use client';

import { Alert, Text, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { saveView } from '@/ui/actions/records';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';

interface SaveViewProps {
  /** The present filters as query parameters. */
  readonly view: string;
  /** Whether they include an identifier, which is not saved. */
  readonly identifier: boolean;
}

export function SaveView({ view, identifier }: SaveViewProps) {
  const t = useTranslations('views');
  // Sending a name again after it was refused as taken replaces that view.
  const [replace, setReplace] = useState(false);
  const form = useDialogForm({
    stored: { name: '' },
    labelOf: (name) => t(name),
    fieldOf: 'name',
    send: ({ name }) => saveView({ name, view, replace }),
    done: () => setReplace(false),
    notice: () => ({ message: t('saved') }),
    failed: (error) => setReplace(error === 'view_name_taken'),
  });
  return (
    <ActionDialog
      form={form}
      label={t('save')}
      button={{
        variant: 'subtle',
        size: 'compact-sm',
        leftSection: <IconBookmark size={16} aria-hidden />,
      }}
      send={t(replace ? 'replace' : 'keep')}
    >
      <Text size="sm">{t('what')}</Text>
      {identifier && <Alert color="yellow">{t('noIdentifier')}</Alert>}
      <TextInput
        {...form.field('name')}
        maxLength={60}
        required
        data-autofocus
        onInput={() => setReplace(false)}
      />
    </ActionDialog>
  );
}
