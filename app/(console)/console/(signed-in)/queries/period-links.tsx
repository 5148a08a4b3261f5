import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { PERIODS, periodOf, type QueryView, writeView } from '@/lib/console/query-view';

interface PeriodLinksProps {
  readonly base: string;
  readonly view: QueryView;
}

/** The usual periods, one click away; exact times stand in the filters. */
export async function PeriodLinks({ base, view }: PeriodLinksProps) {
  const t = await getTranslations('filters');
  const present = periodOf(view);
  return (
    <nav aria-label={t('period')} className="choices">
      {PERIODS.map((period) => (
        <Link
          key={period}
          href={`${base}?${writeView({ ...view, from: undefined, to: undefined, period })}`}
          prefetch={false}
          {...(period === present ? { 'aria-current': 'true' as const } : {})}
        >
          {t(`periods.${period}`)}
        </Link>
      ))}
    </nav>
  );
}
