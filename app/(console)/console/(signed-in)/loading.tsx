import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { getTranslations } from 'next-intl/server';

const ROWS = [1, 2, 3, 4, 5, 6];

export default async function Loading() {
  const t = await getTranslations('messages');
  return (
    <Stack aria-busy maw={960}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton h={30} w={220} />
      {ROWS.map((row) => (
        <Skeleton key={row} h={38} />
      ))}
    </Stack>
  );
}
