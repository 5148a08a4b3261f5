import { Group, Stack, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { LinkButton } from '@/app/(console)/layout/link-button';
import { type StatisticsView, statisticsAddress } from '@/lib/console/statistics-view';

/** Why there may be nothing, and the next thing to try. */
export async function Nothing({ view }: { readonly view: StatisticsView }) {
  const t = await getTranslations('statistics');
  const queries = await getTranslations('queries');
  const own = view.from !== undefined || view.to !== undefined;
  const wider = (['30d', '13m'] as const).filter((period) => own || period !== view.period);
  return (
    <Stack gap="xs">
      <Text fw={500} role="status">
        {t('empty')}
      </Text>
      <Text c="dimmed">{t('emptyWhat')}</Text>
      <Group>
        {wider.map((period) => (
          <LinkButton
            key={period}
            href={statisticsAddress({ ...view, from: undefined, to: undefined, period })}
          >
            {queries('widen', { period: t(`periods.${period}`) })}
          </LinkButton>
        ))}
      </Group>
    </Stack>
  );
}
