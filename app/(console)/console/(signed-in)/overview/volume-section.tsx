import { getTranslations } from 'next-intl/server';
import { timeAxis } from '@/app/(console)/charts/axis';
import { Volume } from '@/app/(console)/charts/volume';
import { Section } from '@/app/(console)/layout/section';
import type { Period } from '@/lib/statistics/periods';
import { sumOf, type Traffic } from '@/lib/statistics/traffic';
import { DAY_MS, HOUR_MS } from '@/lib/time';

interface VolumeSectionProps {
  readonly traffic: Traffic;
  readonly period: Period;
}

const UNITS_MS = { hour: HOUR_MS, day: DAY_MS } as const;

/** How many queries there were and how they ended. */
export async function VolumeSection({ traffic, period }: VolumeSectionProps) {
  const t = await getTranslations('overview');
  const unitMs = UNITS_MS[period.grain];
  const bars = traffic.buckets.map(({ start, endings }) => ({
    from: start,
    to: new Date(start.getTime() + unitMs),
    endings,
    queries: sumOf(endings),
  }));
  const title = t(`volume.${period.grain}`);
  return (
    <Section title={title}>
      <Volume
        title={title}
        bars={bars}
        axis={await timeAxis(bars, unitMs)}
        total={traffic.total.now.endings}
      />
    </Section>
  );
}
