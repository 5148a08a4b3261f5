import { Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { Section } from '@/app/(console)/layout/section';
import type { QueryStory } from '@/lib/console/query-story';
import { RECORDED_STEPS } from '@/lib/recording/steps';

interface StepsProps {
  readonly record: QueryStory['record'];
}

/** Shows how long each step of a query took. */
export async function Steps({ record }: StepsProps) {
  const t = await getTranslations('query');
  const format = await getFormatter();
  const steps = stepsOf(record);
  if (steps === undefined) {
    return (
      <Section title={t('stepsTitle')}>
        <Text c="dimmed">{t('stepsNone')}</Text>
      </Section>
    );
  }
  const total = steps.reduce((sum, { ms }) => sum + ms, 0);
  return (
    <Section title={t('stepsTitle')} what={t('stepsWhat')}>
      <ol className="steps">
        {steps.map(({ step, before, ms }) => (
          <li key={step}>
            <span>{t(`steps.${step}`)}</span>
            <span className="step-track" aria-hidden>
              <span
                style={{
                  marginInlineStart: `${share(before, total)}%`,
                  width: `max(2px, ${share(ms, total)}%)`,
                }}
              />
            </span>
            <span className="numeric">
              {format.number(ms, { maximumFractionDigits: 1, minimumFractionDigits: 1 })}
            </span>
          </li>
        ))}
      </ol>
      {record.durationMs !== null && <Text size="sm">{t('total', { ms: record.durationMs })}</Text>}
    </Section>
  );
}

function stepsOf({ stepsMs, sourceMs, createdAt, settledAt }: StepsProps['record']) {
  if (stepsMs === null || stepsMs.length === 0) return undefined;
  // The record begins with the reservation and is written by the settlement: between them, the source.
  const settleMs = settledAt.getTime() - createdAt.getTime() - (sourceMs ?? 0);
  const timed = [
    ...RECORDED_STEPS.map((step, place) => ({ step, ms: stepsMs[place] ?? 0 })),
    { step: 'settle' as const, ms: Math.max(0, settleMs) },
  ];
  let before = 0;
  return timed.map(({ step, ms }) => {
    before += ms;
    return { step, ms, before: before - ms };
  });
}

function share(ms: number, total: number): number {
  return total === 0 ? 0 : (ms / total) * 100;
}
