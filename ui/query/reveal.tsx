'use client';

import { Code, Stack, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { isReasonTooShort, reasonOf } from '@/lib/recording/reason';
import type { Revealed } from '@/lib/recording/reveal';
import { reveal } from '@/ui/actions/records';
import { ActionDialog, useDialogForm } from '@/ui/dialog/action-dialog';
import { ReasonFields } from '@/ui/dialog/reason-fields';
import { useFocusOnArrival } from '@/ui/form/focus';
import { Note } from '@/ui/parts/note';

/** Asks for a reason and shows the whole identifier until the page is left. */
export function Reveal({ id }: { readonly id: string }) {
  const t = useTranslations('query');
  const [shown, setShown] = useState<Revealed>();
  const form = useDialogForm({
    stored: { purpose: 'integrator', note: '' },
    labelOf: (name) => name,
    fieldOf: { reason_too_short: 'note' },
    check: ({ note }) => (isReasonTooShort(note) ? 'reason_too_short' : undefined),
    send: (texts) => reveal({ id, ...reasonOf(texts) }),
    done: setShown,
    stay: true,
  });
  if (shown !== undefined) return <Shown {...shown} />;
  return (
    <ActionDialog
      form={form}
      label={t('reveal')}
      button={{ size: 'compact-sm' }}
      title={t('revealTitle')}
      send={t('reveal')}
    >
      <Text size="sm">{t('revealWhat')}</Text>
      <ReasonFields purpose={form.field('purpose')} note={form.field('note')} />
    </ActionDialog>
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
