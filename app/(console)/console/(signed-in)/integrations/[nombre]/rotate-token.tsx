'use client';

import { Button, Group, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '@/app/(console)/dialog';
import { useAction } from '@/app/(console)/proof';
import { TokenOnce } from '@/app/(console)/token-once';
import type { Lookup } from '@/lib/contract/lookups';
import { endTokenOverlap, rotate } from './actions';

const HOUR_MS = 3_600_000;
const OVERLAPS = [
  { key: 'none', ms: 0 },
  { key: 'hour', ms: HOUR_MS },
  { key: 'day', ms: 24 * HOUR_MS },
  { key: 'week', ms: 168 * HOUR_MS },
] as const;

interface RotateTokenProps {
  readonly nombre: string;
  /** Id of the newest token, as the page showed it. */
  readonly newest: number;
  readonly overlap: boolean;
  readonly example: Lookup;
}

export function RotateToken({ nombre, newest, overlap, example }: RotateTokenProps) {
  const t = useTranslations('integration');
  const { run, pending } = useAction();
  const [overlapMs, setOverlapMs] = useState(24 * HOUR_MS);
  const [token, setToken] = useState<string>();
  const end = () =>
    run(() => endTokenOverlap({ nombre }), {
      done: () => notifications.show({ message: t('overlapEnded') }),
    });
  return (
    <>
      <Group align="flex-end">
        <NativeSelect
          label={t('overlap')}
          data={OVERLAPS.map(({ key, ms }) => ({ value: String(ms), label: t(`overlaps.${key}`) }))}
          value={String(overlapMs)}
          onChange={(event) => setOverlapMs(Number(event.currentTarget.value))}
        />
        <Button
          variant="default"
          loading={pending}
          onClick={() =>
            run(() => rotate({ nombre, overlapMs, newest }), {
              done: (made) => setToken(made.token),
            })
          }
        >
          {t('rotate')}
        </Button>
        {overlap && (
          <Button variant="default" loading={pending} onClick={end}>
            {t('endOverlap')}
          </Button>
        )}
      </Group>
      <Dialog
        opened={token !== undefined}
        onClose={() => setToken(undefined)}
        closeOnClickOutside={false}
        title={t('newToken')}
        size="lg"
      >
        {token !== undefined && <TokenOnce nombre={nombre} token={token} lookup={example} />}
      </Dialog>
    </>
  );
}
