import { Stack } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { timeAxis } from '@/app/(console)/charts/axis';
import { Volume } from '@/app/(console)/charts/volume';
import { Note } from '@/app/(console)/layout/note';
import { consoleContext } from '@/lib/console/context';
import { readHistogram } from '@/lib/console/histogram';
import { type QueryView, writeView } from '@/lib/console/query-view';
import type { RecordFilter } from '@/lib/recording/filter';
import type { RefusalFilter } from '@/lib/recording/list-refusals';
import { KINDS } from '@/lib/statistics/endings';
import type { Span } from '@/lib/time';

interface HistogramProps {
  readonly base: string;
  readonly view: QueryView;
  readonly filter: RecordFilter;
  readonly refusals: RefusalFilter;
  readonly span: Span;
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
