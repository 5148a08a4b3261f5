import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { PERIODS, periodOf, type QueryView, writeAddress } from '@/lib/console/query-view';

interface PeriodLinksProps {
  readonly base: string;
  readonly view: QueryView;
  readonly live: boolean;
}

/** The usual periods, one click away; exact times stand in the filters. */
export async function PeriodLinks({ base, view, live }: PeriodLinksProps) {
  const t = await getTranslations('filters');
  const present = periodOf(view);
  return (
    <nav aria-label={t('period')} className="choices">
      {PERIODS.map((period) => (
        <Link
          key={period}
          href={writeAddress(base, { ...view, from: undefined, to: undefined, period }, live)}
          prefetch={false}
          {...(period === present ? { 'aria-current': 'true' as const } : {})}
        >
          {t(`periods.${period}`)}
        </Link>
      ))}
    </nav>
  );
}
