'use client';

import { type Icon, IconFileSearch, IconPlugConnected } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { pagesFor } from '@/app/(console)/layout/navigation';
import type { Role } from '@/lib/permissions';
import { targetsOf } from './by-id';
import { useIntegrations } from './use-integrations';

export interface Result {
  readonly href: string;
  readonly label: string;
  readonly note?: string;
  readonly icon: Icon;
}

export interface ResultGroup {
  readonly title: string;
  readonly results: readonly Result[];
}

/** Removes accents and capitals. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Finds pages, integrations and ids that match `query`; leaves out empty groups. */
export function useResults(query: string, role: Role) {
  const t = useTranslations('search');
  const names = useTranslations('navigation.names');
  const { found, state } = useIntegrations(query);
  const pages = pagesFor(role).map(({ key, href, icon }) => ({ href, label: names(key), icon }));
  const groups: ResultGroup[] = [
    {
      title: t('groups.pages'),
      results: pages.filter(({ label }) => plain(label).includes(plain(query))),
    },
    {
      title: t('groups.integrations'),
      results: found.map(({ nombre, suspended }) => ({
        href: `/console/integrations/${nombre}`,
        label: nombre,
        icon: IconPlugConnected,
        ...(suspended ? { note: t('suspended') } : {}),
      })),
    },
    // Last, and only after the names arrived: a name with a digit may also be a request id.
    {
      title: t('groups.ids'),
      results: (state === 'asking' ? [] : targetsOf(query)).map(({ kind, href }) => ({
        href,
        label: t(`ids.${kind}`, { id: query }),
        icon: IconFileSearch,
      })),
    },
  ];
  return { groups: groups.filter(({ results }) => results.length > 0), state };
}
