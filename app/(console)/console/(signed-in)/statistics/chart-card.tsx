import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Delta } from '@/app/(console)/charts/delta';
import { Section } from '@/app/(console)/layout/section';

interface ChartCardProps {
  readonly title: string;
  readonly what: string;
  /** What the period comes to, and the one before it where there is a whole one. */
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly write: (value: number | undefined) => string;
  readonly better?: 'up' | 'down';
  readonly points?: boolean;
  readonly children: ReactNode;
}

/** A chart below what it comes to. */
export async function ChartCard({ title, what, now, before, write, ...props }: ChartCardProps) {
  const t = await getTranslations('statistics');
  const { children, ...kind } = props;
  const was = write(before);
  return (
    <Section title={title} what={what}>
      <p className="chart-total">
        <b>{write(now)}</b>
        <Delta now={now} before={before} was={was} period="own" {...kind} />
        {before !== undefined && <small>{t('before', { was })}</small>}
      </p>
      {children}
    </Section>
  );
}
