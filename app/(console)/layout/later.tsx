import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';

interface LaterProps {
  /** Number of placeholder rows. */
  readonly rows?: number;
  readonly children: ReactNode;
}

/**
 * The part of a page that takes a moment, with its place held. It stands below the guard and below
 * whatever may answer 404: once the first byte is sent, a refusal could only answer 200.
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
