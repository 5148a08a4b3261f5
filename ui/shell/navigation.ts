import {
  type Icon,
  IconBell,
  IconChartBar,
  IconCoins,
  IconHistory,
  IconLayoutDashboard,
  IconListSearch,
  IconPlugConnected,
  IconPlus,
  IconReceiptRefund,
  IconShieldX,
  IconSpeakerphone,
  IconTable,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { isPlaceRole, may, type Permission, type Role } from '@/lib/access/permissions';
import type es from '@/messages/es.json';

export const GROUPS = ['place', 'operation', 'administration'] as const;

export interface ConsolePage {
  /** Key of its name in the messages, under `navigation.names`. */
  readonly key: keyof (typeof es)['navigation']['names'];
  readonly href: string;
  readonly icon: Icon;
  /** Group of the navigation; without one, only the search finds the page. */
  readonly group?: (typeof GROUPS)[number];
  readonly permission?: Permission;
}

/** The pages without a parameter, in the order of the navigation. */
export const PAGES: readonly ConsolePage[] = [
  { key: 'overview', href: '/console', icon: IconLayoutDashboard, group: 'operation' },
  {
    key: 'integrations',
    href: '/console/integrations',
    icon: IconPlugConnected,
    group: 'operation',
  },
  { key: 'queries', href: '/console/queries', icon: IconListSearch, group: 'operation' },
  { key: 'refusals', href: '/console/refusals', icon: IconShieldX, group: 'operation' },
  { key: 'statistics', href: '/console/statistics', icon: IconChartBar, group: 'operation' },
  { key: 'refunds', href: '/console/refunds', icon: IconReceiptRefund, group: 'operation' },
  { key: 'incidents', href: '/console/incidents', icon: IconSpeakerphone, group: 'operation' },
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
    key: 'notices',
    href: '/console/notices',
    icon: IconBell,
    group: 'administration',
    permission: 'notice.configure',
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

/** The pages of the people of an integration. */
export const PLACE_PAGES: readonly ConsolePage[] = [
  { key: 'overview', href: '/integracion', icon: IconLayoutDashboard, group: 'place' },
  { key: 'balance', href: '/integracion/saldo', icon: IconCoins, group: 'place' },
  { key: 'queries', href: '/integracion/consultas', icon: IconListSearch, group: 'place' },
  { key: 'refusals', href: '/integracion/rechazos', icon: IconShieldX, group: 'place' },
  { key: 'notices', href: '/integracion/avisos', icon: IconBell, group: 'place' },
  { key: 'changes', href: '/integracion/cambios', icon: IconHistory, group: 'place' },
  { key: 'account', href: '/integracion/cuenta', icon: IconUserCircle, group: 'place' },
];

export function pagesFor(role: Role): readonly ConsolePage[] {
  const pages = isPlaceRole(role) ? PLACE_PAGES : PAGES;
  return pages.filter(({ permission }) => permission === undefined || may(role, permission));
}

/** Prefixes of every address; only the exact address is the overview. */
const OVERVIEWS = ['/console', '/integracion'];

/** Finds the page with the longest address that starts `pathname`. */
export function activePage(
  pathname: string,
  pages: readonly ConsolePage[] = [...PAGES, ...PLACE_PAGES],
): ConsolePage | undefined {
  return pages
    .filter(
      ({ href }) =>
        pathname === href || (!OVERVIEWS.includes(href) && pathname.startsWith(`${href}/`)),
    )
    .toSorted((one, other) => other.href.length - one.href.length)[0];
}
