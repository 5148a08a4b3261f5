import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { timeAxis } from '@/app/(console)/charts/axis';
import { Volume } from '@/app/(console)/charts/volume';
import { Note } from '@/app/(console)/layout/note';
import { consoleContext } from '@/lib/console/context';
import { type HistogramFilter, readHistogram } from '@/lib/console/histogram';
import { type QueryView, writeView } from '@/lib/console/query-view';
import { KINDS } from '@/lib/statistics/endings';

interface HistogramProps extends HistogramFilter {
  readonly base: string;
  readonly view: QueryView;
}

/** Shows the queries of a filter over its period. A chosen stretch becomes the period. */
export async function Histogram({ base, view, ...asked }: HistogramProps) {
  const t = await getTranslations('histogram');
  const histogram = await readHistogram(consoleContext().db, asked);
  if (histogram.kind === 'too_long') return <Note>{t('tooLong')}</Note>;
  const { bars, unitMs } = histogram;
  const rest = { ...view, from: undefined, to: undefined, period: undefined };
  return (
    <Stack component="section" gap="xs" className="histogram">
      <Volume
        key={writeView(view)}
        title={t('label')}
        axis={await timeAxis(bars, unitMs)}
        kinds={KINDS}
        bars={bars}
        chooseAt={`${base}?${writeView(rest)}`}
      />
    </Stack>
  );
}
