import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';

interface LaterProps {
  readonly rows?: number;
  readonly children: ReactNode;
}

/**
 * Streams a slow part of a page, with placeholders until it arrives. It stands below the guard and
 * any 404, because the status can no longer change once the first byte is sent.
 */
export function Later({ rows = 6, children }: LaterProps) {
  return <Suspense fallback={<Loading rows={rows} />}>{children}</Suspense>;
}

async function Loading({ rows }: { readonly rows: number }) {
  const t = await getTranslations('messages');
  return (
    <Stack aria-busy>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} h={34} />
      ))}
    </Stack>
  );
}
