import {
  type Icon,
  IconChartBar,
  IconHistory,
  IconLayoutDashboard,
  IconListSearch,
  IconPlugConnected,
  IconPlus,
  IconTable,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { may, type Permission, type Role } from '@/lib/permissions';
import type es from '@/messages/es.json';

export const GROUPS = ['operation', 'administration'] as const;

export interface ConsolePage {
  /** Of its name in the message files, under `navigation.names`. */
  readonly key: keyof (typeof es)['navigation']['names'];
  readonly href: string;
  readonly icon: Icon;
  /** Where the navigation lists it; without one, only the search finds it. */
  readonly group?: (typeof GROUPS)[number];
  /** What opening it needs besides a session. */
  readonly permission?: Permission;
}

/** Every page that is not about one thing, in the order of the navigation. */
export const PAGES: readonly ConsolePage[] = [
  { key: 'overview', href: '/console', icon: IconLayoutDashboard, group: 'operation' },
  {
    key: 'integrations',
    href: '/console/integrations',
    icon: IconPlugConnected,
    group: 'operation',
  },
  { key: 'queries', href: '/console/queries', icon: IconListSearch, group: 'operation' },
  { key: 'statistics', href: '/console/statistics', icon: IconChartBar, group: 'operation' },
  { key: 'matrix', href: '/console/matrix', icon: IconTable, group: 'operation' },
  {
    key: 'newIntegration',
    href: '/console/new-integration',
    icon: IconPlus,
    permission: 'integration.create',
  },
  {
    key: 'users',
    href: '/console/users',
    icon: IconUsers,
    group: 'administration',
    permission: 'user.read',
  },
  {
    key: 'audit',
    href: '/console/audit',
    icon: IconHistory,
    group: 'administration',
    permission: 'audit.read',
  },
  { key: 'account', href: '/console/account', icon: IconUserCircle },
];

/** What somebody may not open is not offered. */
export function pagesFor(role: Role): readonly ConsolePage[] {
  return PAGES.filter(({ permission }) => permission === undefined || may(role, permission));
}

/** Every other address begins like the overview's, and none belongs to it. */
const OVERVIEW = '/console';

/** The page that an address belongs to: the one with the longest beginning of it. */
export function activePage(
  pathname: string,
  pages: readonly ConsolePage[] = PAGES,
): ConsolePage | undefined {
  return pages
    .filter(
      ({ href }) => pathname === href || (href !== OVERVIEW && pathname.startsWith(`${href}/`)),
    )
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}
