'use client';

import { Alert, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { curlLine } from '@/lib/contract/curl';
import type { Question } from '@/lib/contract/lookups';
import { Note } from '@/ui/parts/note';
import { Copyable } from './copyable';
import { LeaveGuard } from './leave-guard';

interface TokenOnceProps {
  readonly nombre: string;
  readonly token: string;
  /** Request of the example; its lookup is enabled if any is. */
  readonly question: Question;
  readonly enabled: boolean;
  readonly copied: boolean;
  readonly onCopied: () => void;
}

export function TokenOnce({ nombre, token, question, enabled, copied, onCopied }: TokenOnceProps) {
  const t = useTranslations('token');
  const { origin } = window.location;
  const curl = curlLine({ origin, login: nombre, token }, question);
  return (
    <Stack>
      <Alert color="yellow">{t('once')}</Alert>
      <Copyable label={t('token')} action={t('copyToken')} value={token} onCopied={onCopied} />
      <Copyable label={t('example')} action={t('copyExample')} value={curl} onCopied={onCopied} />
      {!enabled && <Note>{t('noneEnabled')}</Note>}
      <LeaveGuard when={!copied} what={t('notCopied')} />
    </Stack>
  );
}
