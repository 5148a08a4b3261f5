'use client';

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { removeView, renameView } from '@/app/(console)/actions/records';
import { Dialog } from '@/app/(console)/form/dialog';
import { useForm } from '@/app/(console)/form/form';
import { useAction } from '@/app/(console)/form/use-action';
import type { SavedView } from '@/lib/recording/saved-views';

type Named = Omit<SavedView, 'query'>;

export function ManageViews({ views }: { readonly views: readonly Named[] }) {
  const t = useTranslations('views');
  const [opened, setOpened] = useState(false);
  // Keeps the button after the last view is deleted, so that the focus returns to it.
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
            // Moves the focus of a deleted view to the list.
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
  const { run, pending } = useAction();
  const form = useForm({
    stored: { name: present },
    labelOf: () => t('nameOf', { name: present }),
    fieldOf: 'name',
    send: ({ name }) => renameView({ id, name }),
    done: () => undefined,
  });
  const { label, ...field } = form.field('name');
  return (
    <form onSubmit={form.submit} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput {...field} aria-label={label} flex="1 1 180px" maxLength={60} />
        <Button
          type="submit"
          variant="default"
          loading={form.pending}
          disabled={form.texts.name.trim() === present}
          aria-label={t('renameOf', { name: present })}
        >
          {t('rename')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          disabled={pending}
          onClick={() => run(() => removeView(id), { done: onRemoved })}
          aria-label={t('removeOf', { name: present })}
        >
          {t('remove')}
        </Button>
      </Group>
    </form>
  );
}
