import { Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { consoleContext } from '@/lib/console/session/context';
import { PAGES_OF_PLACE } from '@/lib/console/views/pages';
import { parseView, spanOf } from '@/lib/console/views/query-view';
import type { IntegrationView } from '@/lib/integrations/find';
import { refusalTotal } from '@/lib/recording/list-refusals';
import { chartPeriod } from '@/lib/statistics/chart-periods';
import { withoutEarlier } from '@/lib/statistics/slices';
import { readTotals } from '@/lib/statistics/traffic';
import { Fact, Facts } from '@/ui/parts/facts';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { Support } from '@/ui/parts/support';
import { TextLink } from '@/ui/parts/text-link';

const PERIOD = '24h';

/** Says who was at fault for what failed in the last 24 hours, with links to the queries. */
export async function LastDay({ place: { id, nombre } }: { readonly place: IntegrationView }) {
  const t = await getTranslations('place');
  const endings = await getTranslations('overview.endings');
  const format = await getFormatter();
  const { db } = consoleContext();
  const period = chartPeriod(PERIOD, new Date(), { integration: true });
  const slices = withoutEarlier(period.slices);
  const names = new Map([[id, nombre]]);
  const [{ total }, refused] = await Promise.all([
    readTotals(db, slices, id),
    refusalTotal(db, { integrations: names }, spanOf({ period: PERIOD }, new Date())),
  ]);
  const { queries, results } = total.now;
  const refusals = PAGES_OF_PLACE.refusals(parseView({ period: PERIOD }));
  const list = `${PAGES_OF_PLACE.queries}?period=${PERIOD}`;
  const counts = [
    // No filter of the list leaves exactly the successes, or those without a result.
    ['success', results.success, undefined],
    ['empty', results.empty, `${list}&outcome=empty&responsible=nobody`],
    ['no_result', results.no_result, undefined],
    ['source', results.source, `${list}&responsible=source`],
    ['ours', results.ours, `${list}&responsible=ours`],
  ] as const;
  return (
    <Section title={t('dayTitle')}>
      <Text size="sm">{t('day', { queries })}</Text>
      <Facts width={150}>
        {counts.map(([key, count, href]) => (
          <Fact key={key} label={endings(key)} {...(href && { href })} fw={600}>
            {format.number(count)}
          </Fact>
        ))}
      </Facts>
      {queries > 0 && (
        <Text size="sm">
          {t.rich('failed', {
            link: (text) => <TextLink href={`${list}&status=not-200`}>{text}</TextLink>,
          })}
        </Text>
      )}
      <Text size="sm">
        {t.rich('refused', {
          count: refused,
          link: (text) => <TextLink href={refusals}>{text}</TextLink>,
        })}
      </Text>
      <Note>
        {t.rich('whom', {
          status: (text) => <TextLink href="/estado">{text}</TextLink>,
          support: () => <Support />,
        })}
      </Note>
    </Section>
  );
}
