'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { removeView, renameView } from '@/app/(console)/actions/records';
import { Dialog } from '@/app/(console)/form/dialog';
import { useAction } from '@/app/(console)/form/proof';
import type { ActionError } from '@/lib/console/action';
import type { SavedView } from '@/lib/recording/saved-views';

type Named = Omit<SavedView, 'query'>;

/** Renames the views that somebody keeps, and takes them away. */
export function ManageViews({ views }: { readonly views: readonly Named[] }) {
  const t = useTranslations('views');
  const [opened, setOpened] = useState(false);
  // The focus comes back to the button, also when nothing is left to manage.
  const [used, setUsed] = useState(false);
  const open = () => {
    setUsed(true);
    setOpened(true);
  };
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      {(views.length > 0 || used) && (
        <Button variant="subtle" size="compact-sm" onClick={open}>
          {t('manage')}
        </Button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('manage')}>
        <Stack ref={list} tabIndex={-1} gap="sm">
          <Text size="sm">{t(views.length > 0 ? 'manageWhat' : 'none')}</Text>
          {views.map((view) => (
            // The focus of what is taken away goes to the list, not behind it.
            <ViewForm key={view.id} view={view} onRemoved={() => list.current?.focus()} />
          ))}
        </Stack>
      </Dialog>
    </>
  );
}

interface ViewFormProps {
  readonly view: Named;
  readonly onRemoved: () => void;
}

function ViewForm({ view: { id, name: present }, onRemoved }: ViewFormProps) {
  const t = useTranslations('views');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [name, setName] = useState(present);
  const [error, setError] = useState<ActionError>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    run(() => renameView({ id, name }), { failed: setError });
  };
  const remove = () => run(() => removeView(id), { done: onRemoved, failed: setError });
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput
          flex="1 1 180px"
          aria-label={t('nameOf', { name: present })}
          maxLength={60}
          autoComplete="off"
          value={name}
          error={error === undefined ? undefined : errors(error)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={pending}
          disabled={name.trim() === present}
          aria-label={t('renameOf', { name: present })}
        >
          {t('rename')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          disabled={pending}
          onClick={remove}
          aria-label={t('removeOf', { name: present })}
        >
          {t('remove')}
        </Button>
      </Group>
    </form>
  );
}
