'use client';

import { Code, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { reveal } from '@/app/(console)/actions/records';
import { DialogButton } from '@/app/(console)/form/dialog';
import { useFocusOnArrival } from '@/app/(console)/form/focus';
import { Form, useForm } from '@/app/(console)/form/form';
import { ReasonFields } from '@/app/(console)/form/reason-fields';
import { Note } from '@/app/(console)/layout/note';
import { isReasonTooShort, reasonOf } from '@/lib/recording/reason';
import type { Revealed } from '@/lib/recording/reveal';

/** Asks for a reason and shows the whole identifier until the page is left. */
export function Reveal({ id }: { readonly id: string }) {
  const t = useTranslations('query');
  const [shown, setShown] = useState<Revealed>();
  if (shown !== undefined) return <Shown {...shown} />;
  return (
    <DialogButton label={t('reveal')} title={t('revealTitle')} size="compact-sm">
      {(close) => <RevealForm id={id} onShown={setShown} onCancel={close} />}
    </DialogButton>
  );
}

function Shown({ identifiers, left }: Revealed) {
  const t = useTranslations('query');
  const arrival = useFocusOnArrival<HTMLDivElement>();
  return (
    <Stack ref={arrival} tabIndex={-1} gap={2}>
      {identifiers.map(({ kind, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice, and they never move
        <Code key={place} className="name">
          {kind.toUpperCase()} {value}
        </Code>
      ))}
      <Note size="xs">{t('revealsLeft', { left })}</Note>
    </Stack>
  );
}

interface RevealFormProps {
  readonly id: string;
  readonly onShown: (revealed: Revealed) => void;
  readonly onCancel: () => void;
}

function RevealForm({ id, onShown, onCancel }: RevealFormProps) {
  const t = useTranslations('query');
  const form = useForm({
    stored: { purpose: 'integrator', note: '' },
    labelOf: (name) => name,
    fieldOf: { reason_too_short: 'note' },
    check: ({ note }) => (isReasonTooShort(note) ? 'reason_too_short' : undefined),
    send: (texts) => reveal({ id, ...reasonOf(texts) }),
    done: onShown,
    stay: true,
  });
  return (
    <Form form={form} send={t('reveal')} cancel={t('cancel')} onCancel={onCancel}>
      <Text size="sm">{t('revealWhat')}</Text>
      <ReasonFields purpose={form.field('purpose')} note={form.field('note')} />
    </Form>
  );
}
