import { getTranslations } from 'next-intl/server';
import type { TimeAxis } from '@/app/(console)/charts/axis';
import { Chart } from '@/app/(console)/charts/chart';
import { StripParts } from '@/app/(console)/charts/drawings';
import { figureFormat } from '@/app/(console)/format/figures';
import { Section } from '@/app/(console)/layout/section';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { ChartBar } from '@/lib/statistics/charts';
import { type SourceHealth, stateOf } from '@/lib/statistics/health';
import { sumOf } from '@/lib/statistics/traffic';

interface HealthStripsProps {
  readonly axis: TimeAxis;
  readonly bars: readonly ChartBar[];
  readonly lookup: Lookup | undefined;
}

type Part = Pick<SourceHealth, 'queries' | 'failed' | 'state'>;

/** Shows over time the share of queries of each lookup that its source failed. */
export async function HealthStrips({ axis, bars, lookup }: HealthStripsProps) {
  const t = await getTranslations('statistics');
  const words = await getTranslations('overview');
  const { count } = await figureFormat();
  const rows = (lookup === undefined ? LOOKUPS : [lookup]).map((key) => ({
    key,
    name: t('lookupOf', { source: words(`sources.${lookupFacts[key].family}`), lookup: key }),
    parts: bars.map((bar) => partOf(bar, key)),
  }));
  const describe = ({ state, queries, failed }: Part) =>
    state === 'quiet'
      ? words('states.quiet')
      : t('cell', {
          state: words(`states.${state}`),
          failed: count(failed),
          queries: count(queries),
        });
  return (
    <Section title={t('health')} what={t('healthWhat')}>
      <Chart
        title={t('health')}
        axis={axis}
        rows={rows.map(({ key }) => key)}
        series={rows.map(({ key, name, parts }) => ({ key, name, values: parts.map(describe) }))}
      >
        <div className="health-rows" aria-hidden>
          {rows.map(({ key, parts }) => (
            <StripParts key={key} parts={parts} />
          ))}
        </div>
      </Chart>
    </Section>
  );
}

function partOf({ lookups }: ChartBar, lookup: Lookup): Part {
  const queries = sumOf(lookups[lookup]);
  const failed = lookups[lookup].source;
  const streak = failed === queries ? failed : 0;
  return { queries, failed, state: stateOf({ queries, failed, streak }) };
}
