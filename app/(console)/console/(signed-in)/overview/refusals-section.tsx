import { Text } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import { Section } from '@/app/(console)/layout/section';
import { isOursBeforeSource } from '@/lib/statistics/endings';
import type { RefusalsByReason } from '@/lib/statistics/refusals';

const ROWS = 8;

/** Requests that never became queries, by why. */
export async function RefusalsSection({ refusals }: { refusals: readonly RefusalsByReason[] }) {
  const t = await getTranslations('overview');
  const reasons = await getTranslations('failures');
  const { count, share } = await figureFormat();
  const total = refusals.reduce((sum, one) => sum + one.refusals, 0);
  const others = refusals.slice(ROWS).reduce((sum, one) => sum + one.refusals, 0);
  return (
    <Section title={t('refusals')} what={t('refusalsWhat', { count: total })}>
      {total === 0 ? (
        <Text c="dimmed">{t('noRefusals')}</Text>
      ) : (
        <ul className="ranking">
          {refusals.slice(0, ROWS).map(({ reason, refusals: n }) => (
            <li key={reason} style={{ '--share': n / total }}>
              <span>
                {reasons(reason)}
                {isOursBeforeSource(reason) && <b> · {t('endings.ours')}</b>}
              </span>
              <span className="numeric" title={share(n / total)}>
                {count(n)}
              </span>
            </li>
          ))}
          {others > 0 && (
            <li style={{ '--share': others / total }}>
              <span>{t('otherRefusals')}</span>
              <span className="numeric">{count(others)}</span>
            </li>
          )}
        </ul>
      )}
    </Section>
  );
}
