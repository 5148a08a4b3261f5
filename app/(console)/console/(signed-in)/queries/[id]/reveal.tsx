'use client';

import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { reveal } from '@/app/(console)/actions/records';
import { DialogButton } from '@/app/(console)/form/dialog';
import { Form, useForm } from '@/app/(console)/form/form';
import type { Identifier } from '@/lib/recording/mask';

/** Shows the whole identifier to whoever says why; it is gone when the page is left. */
export function Reveal({ id }: { readonly id: string }) {
  const t = useTranslations('query');
  const [shown, setShown] = useState<readonly Identifier[]>();
  if (shown !== undefined) {
    return (
      <Stack gap={2} role="status">
        {shown.map(({ kind, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice, and they never move
          <Code key={place} className="name">
            {kind.toUpperCase()} {value}
          </Code>
        ))}
      </Stack>
    );
  }
  return (
    <DialogButton label={t('reveal')} title={t('revealTitle')} size="compact-sm">
      {(close) => <RevealForm id={id} onShown={setShown} onCancel={close} />}
    </DialogButton>
  );
}

interface RevealFormProps {
  readonly id: string;
  readonly onShown: (identifiers: readonly Identifier[]) => void;
  readonly onCancel: () => void;
}

function RevealForm({ id, onShown, onCancel }: RevealFormProps) {
  const t = useTranslations('query');
  const form = useForm({
    stored: { reason: '' },
    labelOf: (name) => t(name),
    fieldOf: 'reason',
    check: ({ reason }) => (reason.trim() === '' ? 'reason_required' : undefined),
    send: ({ reason }) => reveal({ id, reason }),
    done: onShown,
  });
  return (
    <Form form={form} send={t('reveal')} cancel={t('cancel')} onCancel={onCancel}>
      <Text size="sm">{t('revealWhat')}</Text>
      <TextInput {...form.field('reason')} maxLength={500} required data-autofocus />
    </Form>
  );
}
