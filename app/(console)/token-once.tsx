'use client';

import { Alert, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { curlOf } from '@/lib/console/example';
import type { Lookup } from '@/lib/contract/lookups';
import { Copyable } from './copyable';
import { LeaveGuard } from './leave-guard';

interface TokenOnceProps {
  readonly nombre: string;
  readonly token: string;
  /** The one that the example asks: an enabled one where there is any. */
  readonly lookup: Lookup;
  /** It was copied, so leaving loses nothing. */
  readonly kept: boolean;
  readonly onKept: () => void;
}

/** A new token, shown this once, and a line for the terminal that uses it. */
export function TokenOnce({ nombre, token, lookup, kept, onKept }: TokenOnceProps) {
  const t = useTranslations('token');
  const curl = curlOf({ origin: window.location.origin, nombre, token, lookup });
  return (
    <Stack>
      <Alert color="yellow">{t('once')}</Alert>
      <Copyable label={t('token')} action={t('copyToken')} value={token} onCopied={onKept} />
      <Copyable label={t('example')} action={t('copyExample')} value={curl} onCopied={onKept} />
      <LeaveGuard when={!kept} what={t('notCopied')} />
    </Stack>
  );
}
