import { pagesOfApp } from '@/e2e/console/matrix';

/** Values for the variable parts of paths. */
export interface Subjects {
  /** Names from the most to the least busy integration. */
  readonly busiest: readonly string[];
  /** Id of a record of this month. */
  readonly recordId: string;
}

/** A page of the console with everything in its address filled in. */
export interface PageToMeasure {
  readonly page: string;
  readonly path: string;
  /** True for queries that the page's limits do not cover. */
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
 * Lists every console page under app/, so that a new page is measured automatically, for the
 * busiest integration and a middle one. Throws if a variable part of a path has no value.
 */
export function pagesToMeasure(subjects: Subjects): PageToMeasure[] {
  return pagesOfApp()
    .filter((page) => IN_CONSOLE.test(page))
    .flatMap((page) =>
      pathsOf(page, subjects).flatMap((path) =>
        ['', ...(VARIANTS[page] ?? [])].map((query) => ({
          page,
          path: path + query,
          isExtra: page === '/console/statistics' && LONG_PERIODS.includes(query),
        })),
      ),
    );
}

function pathsOf(page: string, { busiest, recordId }: Subjects): string[] {
  const names = [busiest[0] ?? '', busiest[Math.floor(busiest.length / 2)] ?? ''];
  const named = page.includes('[nombre]')
    ? names.map((nombre) => page.replace('[nombre]', nombre))
    : [page];
  return named.map((path) => {
    const filled = path
      .replace('[code]', 'not-a-code')
      .replace('[...rest]', 'not-a-page')
      .replace('/queries/[id]', `/queries/${recordId}`);
    if (filled.includes('['))
      throw new Error(`Nothing to put into ${filled}: name it in pages.ts.`);
    return filled;
  });
}
