import { pagesOfApp } from '@/e2e/console/matrix';

/** Values for the parts of a path that vary. */
export interface Subjects {
  readonly busiest: string;
  readonly middle: string;
  /** Id of a query of the busiest. */
  readonly query: string;
}

/** A page of the console with everything in its address filled in. */
export interface PageToMeasure {
  readonly page: string;
  readonly path: string;
}

const IN_CONSOLE = /^\/(console|login|invite)(\/|$)/;

/** Addresses that ask more of a page than its plain one. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  '/console/integrations': ['?q=fel', '?page=10'],
  '/console/audit': ['?action=billing.top_up'],
  '/console/queries': [
    '?period=30d',
    '?period=all&status=5xx',
    '?period=all&outcome=source_denied',
    '?period=all&slower=5000&status=200',
    '?request=no-such-request',
  ],
};

/**
 * Every page under app/ that belongs to the console, so that a new one is measured without anybody
 * thinking of it. Throws for a part of a path that nobody gave a value.
 */
export function pagesToMeasure(subjects: Subjects): PageToMeasure[] {
  return pagesOfApp()
    .filter((page) => IN_CONSOLE.test(page))
    .flatMap((page) =>
      pathsOf(page, subjects).flatMap((path) =>
        ['', ...(VARIANTS[page] ?? [])].map((query) => ({ page, path: path + query })),
      ),
    );
}

function pathsOf(page: string, { busiest, middle, query }: Subjects): string[] {
  const named = page.includes('[nombre]')
    ? [busiest, middle].map((nombre) => page.replace('[nombre]', nombre))
    : [page];
  return named.map((path) => {
    const filled = path
      .replace('[code]', 'not-a-code')
      .replace('[...rest]', 'not-a-page')
      .replace('/queries/[id]', `/queries/${query}`);
    if (filled.includes('['))
      throw new Error(`Nothing to put into ${filled}: name it in pages.ts.`);
    return filled;
  });
}
