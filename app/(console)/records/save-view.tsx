'use client';

import { Alert, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { saveView } from '@/app/(console)/actions/records';
import { DialogButton } from '@/app/(console)/form/dialog';
import { Form, useForm } from '@/app/(console)/form/form';

interface SaveViewProps {
  /** The present filters as query parameters. */
  readonly view: string;
  /** Whether they include an identifier, which is not saved. */
  readonly identifier: boolean;
}

export function SaveView(props: SaveViewProps) {
  const t = useTranslations('views');
  const icon = <IconBookmark size={16} aria-hidden />;
  return (
    <DialogButton
      label={t('save')}
      title={t('save')}
      variant="subtle"
      size="compact-sm"
      leftSection={icon}
    >
      {(close) => <SaveForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function SaveForm({ view, identifier, onClose }: SaveViewProps & { readonly onClose: () => void }) {
  const t = useTranslations('views');
  // Sending a name again after it was refused as taken replaces that view.
  const [replace, setReplace] = useState(false);
  const form = useForm({
    stored: { name: '' },
    labelOf: (name) => t(name),
    fieldOf: 'name',
    send: ({ name }) => saveView({ name, view, replace }),
    done: () => {
      onClose();
      notifications.show({ color: 'green', message: t('saved') });
    },
    failed: (error) => setReplace(error === 'view_name_taken'),
  });
  return (
    <Form
      form={form}
      send={t(replace ? 'replace' : 'keep')}
      cancel={t('cancel')}
      onCancel={onClose}
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
    </Form>
  );
}
