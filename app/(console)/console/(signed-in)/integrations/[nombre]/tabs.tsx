'use client';

import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { useTranslations } from 'next-intl';

/** Pages of an integration by the last segment of their address. */
const TABS = [
  { key: 'summary', segment: null },
  { key: 'balance', segment: 'balance' },
  { key: 'queries', segment: 'queries' },
  { key: 'changes', segment: 'changes' },
] as const;

export function Tabs({ nombre }: { readonly nombre: string }) {
  const t = useTranslations('integration');
  const selected = useSelectedLayoutSegment();
  return (
    <nav aria-label={t('tabs.label')} className="tabs">
      {TABS.map(({ key, segment }) => (
        <Link
          key={key}
          href={`/console/integrations/${nombre}${segment === null ? '' : `/${segment}`}`}
          {...(segment === selected ? { 'aria-current': 'page' as const } : {})}
        >
          {t(`tabs.${key}`)}
        </Link>
      ))}
    </nav>
  );
}
