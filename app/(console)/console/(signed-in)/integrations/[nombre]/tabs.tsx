'use client';

import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { useTranslations } from 'next-intl';

/** Pages of an integration by the last segment of their address. */
const TABS = [
  { key: 'summary', segment: null },
  { key: 'balance', segment: 'balance' },
  { key: 'queries', segment: 'queries' },
  { key: 'notices', segment: 'notices' },
  { key: 'changes', segment: 'changes' },
] as const;

interface TabsProps {
  readonly nombre: string;
  /** Whether the user may see where notices go. */
  readonly hasNotices: boolean;
}

export function Tabs({ nombre, hasNotices }: TabsProps) {
  const t = useTranslations('integration');
  const selected = useSelectedLayoutSegment();
  return (
    <nav aria-label={t('tabs.label')} className="tabs">
      {TABS.filter(({ key }) => key !== 'notices' || hasNotices).map(({ key, segment }) => (
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
