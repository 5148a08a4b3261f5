import { addressOf } from '@/e2e/console/pages';
import { pagesOfApp } from '@/testing/reachable';

/** Values for the variable parts of paths. */
export interface Subjects {
  /** Names from the most to the least busy integration. */
  readonly busiest: readonly string[];
  /** Id of a record of this month. */
  readonly recordId: string;
}

/** An address of the console. */
export interface Address {
  readonly path: string;
  /** True for queries that the limits do not cover. */
  readonly isExtra: boolean;
}

const IN_CONSOLE = /^\/(console|login|invite)(\/|$)/;

/** Charts of a month have a limit of their own in the bench of the records; longer ones have none. */
const LONG_PERIODS = ['?period=30d', '?period=90d', '?period=13m'];

/** Queries that cost more than the plain page. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  '/console': ['?period=30d'],
  '/console/integrations': ['?q=fel', '?page=10', '?sort=runway'],
  '/console/queries': ['?period=30d', '?period=7d&status=5xx'],
  '/console/audit': ['?action=billing.top_up'],
  '/console/statistics': ['?period=24h', ...LONG_PERIODS],
};

/**
 * Lists the addresses of every console page under app/, so that a new page is measured
 * automatically, for the busiest integration and a middle one.
 */
export function addressesToMeasure({ busiest, recordId }: Subjects): Address[] {
  const names = [busiest[0] ?? '', busiest[Math.floor(busiest.length / 2)] ?? ''];
  return pagesOfApp()
    .filter((page) => IN_CONSOLE.test(page))
    .flatMap((page) => {
      const paths = names.map((nombre) => addressOf(page, { nombre, query: recordId }));
      const isExtra = (query: string) =>
        page === '/console/statistics' && LONG_PERIODS.includes(query);
      return [...new Set(paths)].flatMap((path) =>
        ['', ...(VARIANTS[page] ?? [])].map((query) => ({
          path: path + query,
          isExtra: isExtra(query),
        })),
      );
    });
}
