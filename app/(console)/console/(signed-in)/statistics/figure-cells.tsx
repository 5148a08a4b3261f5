import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { figureFormat } from '@/app/(console)/format/figures';
import type { DataColumn, DataRow } from '@/app/(console)/table/data-table';
import { displayQuetzales } from '@/lib/money';
import type { Figures } from '@/lib/statistics/traffic';

/** Columns of figures, for tables of the period by whatever it is told apart by. */
export async function figureColumns(): Promise<DataColumn[]> {
  const t = await getTranslations('statistics');
  return [
    { key: 'queries', title: t('queries'), numeric: true },
    { key: 'share', title: t('share'), numeric: true },
    { key: 'success', title: t('success'), numeric: true },
    { key: 'source', title: t('failures'), numeric: true },
    { key: 'ours', title: t('ours'), numeric: true },
    { key: 'p95', title: 'p95', numeric: true },
    { key: 'charged', title: t('charged'), numeric: true },
  ];
}

interface Listed {
  readonly name: string;
  /** The list of these queries. */
  readonly href: string;
}

/** Writes the figures of a row; shares are of `all` queries. */
export async function figureCells(
  all: number,
): Promise<(figures: Figures, listed: Listed) => DataRow['cells']> {
  const t = await getTranslations('statistics');
  const { count, share, duration } = await figureFormat();
  return ({ queries, successShare, endings, p95Ms, charged }, { name, href }) => {
    if (queries === 0) return { queries: count(0) };
    return {
      queries: (
        <Link
          href={href}
          className="quiet"
          prefetch={false}
          aria-label={t('seeQueries', { name, count: count(queries) })}
        >
          {count(queries)}
        </Link>
      ),
      share: (
        <span className="share" style={{ '--share': queries / all }}>
          {share(queries / all)}
        </span>
      ),
      success: share(successShare),
      source: count(endings.source),
      ours: count(endings.ours),
      p95: duration(p95Ms),
      charged: displayQuetzales(charged),
    };
  };
}
