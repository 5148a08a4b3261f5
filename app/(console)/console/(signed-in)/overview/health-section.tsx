import { getTranslations } from 'next-intl/server';
import { startFormat } from '@/app/(console)/charts/scale';
import { StripParts } from '@/app/(console)/charts/strip-parts';
import { figureFormat } from '@/app/(console)/format/figures';
import { Section } from '@/app/(console)/layout/section';
import { DotBadge, type DotColour } from '@/app/(console)/table/dot-badge';
import { FAMILIES } from '@/lib/contract/families';
import { isOursBeforeSource } from '@/lib/statistics/endings';
import type { Health, SourceState } from '@/lib/statistics/health';
import type { Period } from '@/lib/statistics/periods';
import type { RefusalsByReason } from '@/lib/statistics/refusals';
import { type ByEnding, sumOf, type Traffic } from '@/lib/statistics/traffic';
import { DAY_MS, HOUR_MS } from '@/lib/time';
import { Verdict } from './verdict';

const UNITS_MS = { hour: HOUR_MS, day: DAY_MS } as const;

interface HealthSectionProps {
  readonly health: Health;
  readonly traffic: Traffic;
  readonly refusals: readonly RefusalsByReason[];
  readonly period: Period;
}

/** Whether something is wrong and whose it is: now in words, and over the period by source. */
export async function HealthSection({ health, traffic, refusals, period }: HealthSectionProps) {
  const t = await getTranslations('overview');
  const before = refusals
    .filter(({ reason }) => isOursBeforeSource(reason))
    .reduce((sum, { refusals: count }) => sum + count, 0);
  return (
    <Section title={t('health')} what={t('healthWhat')}>
      <Verdict health={health} />
      <ul className="strips">
        {FAMILIES.map((source) => (
          <Strip
            key={source}
            name={t(`sources.${source}`)}
            state={health.sources[source].state}
            parts={traffic.buckets.map(({ start, sources }) =>
              partOf(start, sources[source], 'source'),
            )}
            more={0}
            period={period}
          />
        ))}
        <Strip
          name={t('ourselves')}
          state={health.ours.failed > 0 ? 'failing' : 'fine'}
          parts={traffic.buckets.map(({ start, endings }) => partOf(start, endings, 'ours'))}
          more={before}
          period={period}
        />
      </ul>
    </Section>
  );
}

/** One hour or day of a strip: how many queries, and how many failed by whom the strip is about. */
interface Part {
  readonly start: Date;
  readonly queries: number;
  readonly failed: number;
}

function partOf(start: Date, endings: ByEnding, responsible: 'source' | 'ours'): Part {
  return { start, queries: sumOf(endings), failed: endings[responsible] };
}

interface StripProps {
  readonly name: string;
  readonly state: SourceState;
  readonly parts: readonly Part[];
  /** Requests that failed before they became queries. */
  readonly more: number;
  readonly period: Period;
}

const COLOURS: Readonly<Record<SourceState, DotColour>> = {
  quiet: 'gray',
  fine: 'green',
  failing: 'orange',
  down: 'red',
};

async function Strip({ name, state, parts, more, period }: StripProps) {
  const t = await getTranslations('overview');
  const { count, share, instant } = await figureFormat();
  const failed = parts.reduce((sum, part) => sum + part.failed, more);
  const queries = parts.reduce((sum, part) => sum + part.queries, more);
  const titleOf = (part: Part) =>
    `${instant(part.start, startFormat(UNITS_MS[period.grain]))}: ${t('failedOf', {
      failed: count(part.failed),
      queries: count(part.queries),
    })}`;
  return (
    <li className="strip">
      <span className="strip-name">{name}</span>
      <DotBadge colour={COLOURS[state]}>{t(`states.${state}`)}</DotBadge>
      <span
        className="strip-share"
        title={t('failedOf', { failed: count(failed), queries: count(queries) })}
      >
        {queries === 0 ? t('noQueries') : t('failedShare', { share: share(failed / queries) })}
      </span>
      <StripParts parts={parts} titleOf={titleOf} />
    </li>
  );
}
