'use client';

import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { reveal } from '@/app/(console)/actions/records';
import { Dialog } from '@/app/(console)/form/dialog';
import { useAction } from '@/app/(console)/form/proof';
import type { ActionError } from '@/lib/console/action';
import type { Identifier } from '@/lib/recording/mask';

/** Shows the whole identifier to whoever says why; it is gone when the page is left. */
export function Reveal({ id }: { readonly id: string }) {
  const t = useTranslations('query');
  const [asking, setAsking] = useState(false);
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
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('reveal')}
      </Button>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={t('revealTitle')}>
        <RevealForm id={id} onShown={setShown} onCancel={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

interface RevealFormProps {
  readonly id: string;
  readonly onShown: (identifiers: readonly Identifier[]) => void;
  readonly onCancel: () => void;
}

function RevealForm({ id, onShown, onCancel }: RevealFormProps) {
  const t = useTranslations('query');
  const errors = useTranslations('errors');
  const { run, pending } = useAction();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ActionError>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(undefined);
    run(() => reveal({ id, reason }), { done: onShown, failed: setError });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t('revealWhat')}</Text>
        <TextInput
          label={t('reason')}
          maxLength={500}
          required
          data-autofocus
          autoComplete="off"
          value={reason}
          error={error === undefined ? undefined : errors(error)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('reveal')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
