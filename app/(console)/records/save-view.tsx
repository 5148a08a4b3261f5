'use client';

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { saveView } from '@/app/(console)/actions/records';
import { Dialog } from '@/app/(console)/form/dialog';
import { useAction } from '@/app/(console)/form/proof';
import type { ActionError } from '@/lib/console/action';

interface SaveViewProps {
  /** The present filters as their address has them. */
  readonly view: string;
  /** There is an identifier among them, of which nothing is kept. */
  readonly identifier: boolean;
}

/** Keeps the present filters under a name. */
export function SaveView(props: SaveViewProps) {
  const t = useTranslations('views');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconBookmark size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('save')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('save')}>
        <SaveForm {...props} onClose={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function SaveForm({ view, identifier, onClose }: SaveViewProps & { readonly onClose: () => void }) {
  const t = useTranslations('views');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [name, setName] = useState('');
  const [error, setError] = useState<ActionError>();
  // The same name again after it was refused means: in its place.
  const replace = error === 'view_name_taken';
  const done = () => {
    onClose();
    notifications.show({ color: 'green', message: t('saved') });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run(() => saveView({ name, view, replace }), { done, failed: setError });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{t('what')}</Text>
        {identifier && <Alert color="yellow">{t('noIdentifier')}</Alert>}
        <TextInput
          label={t('name')}
          maxLength={60}
          required
          data-autofocus
          autoComplete="off"
          value={name}
          error={error === undefined ? undefined : errors(error)}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t(replace ? 'replace' : 'keep')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
