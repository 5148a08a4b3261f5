import { Paper } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Delta } from '@/app/(console)/charts/delta';
import { figureFormat } from '@/app/(console)/format/figures';
import { Tip } from '@/app/(console)/layout/tip';
import { displayQuetzales } from '@/lib/money';
import type { PeriodName } from '@/lib/statistics/periods';
import type { Compared } from '@/lib/statistics/traffic';

interface FiguresRowProps {
  readonly total: Compared;
  readonly period: PeriodName;
}

/** The period in four figures, each against the period before. */
export async function FiguresRow({ total: { now, before }, period }: FiguresRowProps) {
  const t = await getTranslations('overview');
  const { count, share, duration } = await figureFormat();
  return (
    <dl className="figures">
      <Figure label={t('queries')} what={t('queriesWhat')} value={count(now.queries)}>
        <Delta
          now={now.queries}
          before={before.queries}
          was={count(before.queries)}
          period={period}
          telling
        />
      </Figure>
      <Figure label={t('success')} what={t('successWhat')} value={share(now.successShare)}>
        <Delta
          now={now.successShare}
          before={before.successShare}
          was={share(before.successShare)}
          period={period}
          telling
          better="up"
          points
        />
      </Figure>
      <Figure label={t('p95')} what={t('p95What')} value={duration(now.p95Ms)}>
        <Delta
          now={now.p95Ms}
          before={before.p95Ms}
          was={duration(before.p95Ms)}
          period={period}
          telling
          better="down"
        />
      </Figure>
      <Figure label={t('charged')} what={t('chargedWhat')} value={displayQuetzales(now.charged)}>
        <Delta
          now={Number(now.charged)}
          before={Number(before.charged)}
          was={displayQuetzales(before.charged)}
          period={period}
          telling
        />
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly what: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ label, what, value, children }: FigureProps) {
  return (
    <Paper withBorder className="figure">
      <dt>
        {label}
        <Tip about={label}>{what}</Tip>
      </dt>
      <dd>{value}</dd>
      <dd>{children}</dd>
    </Paper>
  );
}
