import { Group, Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { CSSProperties } from 'react';
import type { QueryStory } from '@/lib/console/views/query-story';
import { RECORDED_STEPS, type Step } from '@/lib/recording/steps';
import { niceCeiling } from '@/ui/charts/scale';
import { figureFormat } from '@/ui/parts/figures';
import { Section } from '@/ui/parts/section';

interface StepsProps {
  readonly record: QueryStory['record'];
}

/** Shows on a time axis how long each step of a query took, and how much of it was the source. */
export async function Steps({ record }: StepsProps) {
  const t = await getTranslations('query');
  const { milliseconds, duration } = await figureFormat();
  const tenths = (ms: number) => Math.round(ms * 10) / 10;
  const steps = stepsOf(record);
  if (steps === undefined) {
    return (
      <Section title={t('stepsTitle')}>
        <Text c="dimmed">{t('stepsNone')}</Text>
      </Section>
    );
  }
  const summed = steps.reduce((sum, { ms }) => sum + ms, 0);
  // The clocks of the steps miss what lies between them; the answer's does not.
  const total = tenths(Math.max(summed, record.durationMs ?? 0));
  const source = tenths(steps.find(({ step }) => step === 'source')?.ms ?? 0);
  const end = niceCeiling(total);
  const owner = (step: Step) => (step === 'source' ? 'source' : 'ours');
  return (
    <Section title={t('stepsTitle')} what={t('stepsWhat')}>
      <Group component="ul" className="bare steps-shares" gap="lg">
        {(['source', 'ours'] as const).map((who) => (
          <li key={who} data-owner={who}>
            {t(`owners.${who}`)}{' '}
            <strong>{milliseconds(who === 'source' ? source : total - source)} ms</strong>
          </li>
        ))}
        <li>{t('total', { time: `${milliseconds(total)} ms` })}</li>
        {record.durationMs !== null && (
          <li>{t('answered', { time: duration(record.durationMs) })}</li>
        )}
      </Group>
      <ol className="bare steps">
        {steps.map(({ step, before, ms }) => (
          <li key={step}>
            <span>{t(`steps.${step}`)}</span>
            <span className="step-track" aria-hidden>
              <span data-owner={owner(step)} style={barOf(before / end, ms / end)} />
            </span>
            <span className="numeric">{milliseconds(ms)}</span>
          </li>
        ))}
        <li className="steps-axis" aria-hidden>
          {[0, 0.5, 1].map((at) => (
            <span key={at}>{duration(at * end)}</span>
          ))}
        </li>
      </ol>
    </Section>
  );
}

function barOf(before: number, width: number): CSSProperties {
  return {
    marginInlineStart: `min(${before * 100}%, 100% - 2px)`,
    width: `max(2px, ${width * 100}%)`,
  };
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
