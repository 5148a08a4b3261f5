import { getTranslations } from 'next-intl/server';
import { DataTable } from '@/app/(console)/data-table';
import { Section } from '@/app/(console)/section';
import { ENDINGS } from '@/lib/statistics/endings';
import type { Period } from '@/lib/statistics/periods';
import { type Bucket, sumOf, type Traffic } from '@/lib/statistics/traffic';
import { figureFormat } from './format';
import { axisLabels, niceCeiling, startFormat } from './scale';

interface VolumeSectionProps {
  readonly traffic: Traffic;
  readonly period: Period;
}

/** How many queries there were and how they ended: bars to look at, and a table to read. */
export async function VolumeSection({ traffic, period }: VolumeSectionProps) {
  const t = await getTranslations('overview');
  const { count } = await figureFormat();
  const { endings } = traffic.total.now;
  return (
    <Section title={t(`volume.${period.grain}`)}>
      <figure className="chart">
        <figcaption>
          <ul className="legend">
            {ENDINGS.map((ending) => (
              <li key={ending} title={t(`endingsWhat.${ending}`)}>
                <span className="swatch" data-ending={ending} />
                {t(`endings.${ending}`)} <b>{count(endings[ending])}</b>
              </li>
            ))}
          </ul>
        </figcaption>
        <Bars buckets={traffic.buckets} period={period} />
      </figure>
      <details className="as-table">
        <summary>{t('asTable')}</summary>
        <VolumeTable buckets={traffic.buckets} period={period} />
      </details>
    </Section>
  );
}

interface BucketsProps {
  readonly buckets: readonly Bucket[];
  readonly period: Period;
}

async function Bars({ buckets, period }: BucketsProps) {
  const { count, instant } = await figureFormat();
  const most = niceCeiling(Math.max(0, ...buckets.map(({ endings }) => sumOf(endings))));
  const ticks = axisLabels(period);
  return (
    <div className="bars" aria-hidden>
      <span className="bars-scale" data-at="top">
        {count(most)}
      </span>
      <span className="bars-scale" data-at="middle">
        {count(most / 2)}
      </span>
      {buckets.map((bucket, place) => (
        <div
          key={bucket.start.getTime()}
          className="bar"
          style={{ '--place': buckets.length === 1 ? 0 : place / (buckets.length - 1) }}
        >
          {ENDINGS.map((ending) => (
            <i
              key={ending}
              data-ending={ending}
              hidden={bucket.endings[ending] === 0}
              style={{ height: `${(100 * bucket.endings[ending]) / most}%` }}
            />
          ))}
          {ticks.at(place) !== undefined && (
            <span className="bar-tick">{instant(bucket.start, ticks.at(place) ?? {})}</span>
          )}
          <BarReadout bucket={bucket} period={period} />
        </div>
      ))}
    </div>
  );
}

async function BarReadout({ bucket, period }: Pick<BucketsProps, 'period'> & { bucket: Bucket }) {
  const t = await getTranslations('overview');
  const { count, instant } = await figureFormat();
  return (
    <div className="bar-readout">
      <b>{instant(bucket.start, startFormat(period))}</b>
      {ENDINGS.map((ending) => (
        <span key={ending}>
          <span className="swatch" data-ending={ending} />
          {t(`endings.${ending}`)} <b>{count(bucket.endings[ending])}</b>
        </span>
      ))}
    </div>
  );
}

async function VolumeTable({ buckets, period }: BucketsProps) {
  const t = await getTranslations('overview');
  const { count, instant } = await figureFormat();
  return (
    <DataTable
      label={t(`volume.${period.grain}`)}
      minWidth={560}
      columns={[
        { key: 'start', title: t(`start.${period.grain}`), nowrap: true },
        { key: 'total', title: t('queries'), numeric: true },
        ...ENDINGS.map((key) => ({ key, title: t(`endings.${key}`), numeric: true })),
      ]}
      rows={buckets.map(({ start, endings }) => ({
        key: start.toISOString(),
        cells: {
          start: instant(start, startFormat(period)),
          total: count(sumOf(endings)),
          ...Object.fromEntries(ENDINGS.map((ending) => [ending, count(endings[ending])])),
        },
      }))}
    />
  );
}
