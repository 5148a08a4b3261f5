import type { Page } from '@playwright/test';
import { connectSql, type Sql } from '@/db/client';
import { MINUTE_MS } from '@/lib/base/time/time';
import { BILLED_LOOKUPS, LOOKUPS } from '@/lib/contract/lookups';
import { createTestIntegrations } from '@/testing/integration';
import { plantRecords, recordOf } from '@/testing/records';
import { expect, test, withDeployment } from './fixtures';

/** Endings of the queries of each lookup; a list shows all of an integration on one page. */
const ENDINGS = [
  ...[1, 2, 3].map(() => ({ ending: 'found', status: 200 })),
  { ending: 'empty', status: 200 },
  ...[1, 2].map(() => ({ ending: 'source_unavailable', status: 502 })),
  { ending: 'failure', status: 500 },
  { ending: 'source_not_found', status: 404 },
];

/** The overview counts everybody's queries, so this test starts a deployment of its own. */
test('every figure leads to exactly what it counts', ({ page }) =>
  withDeployment(page, {}, async ({ url, origin }) => {
    const [mine, other] = await createTestIntegrations(url, 2);
    if (mine === undefined || other === undefined) throw new Error('No integrations were created.');
    const sql = connectSql(url, { max: 1 });
    await plant(sql, mine.id, ENDINGS);
    await plant(sql, other.id, ENDINGS.slice(-1));
    await sql.end({ timeout: 5 });
    const pages = [
      '/console',
      '/console?period=7d',
      '/console/statistics',
      '/console/statistics?period=24h&lookup=omisos',
      `/console/statistics?integration=${mine.nombre}`,
      `/console/integrations/${mine.nombre}`,
    ];
    const read = new Map<string, string[]>();
    const behindOf = async (href: string) => {
      const counted = read.get(href) ?? (await countedBehind(page, `${origin}${href}`));
      read.set(href, counted);
      return counted;
    };
    for (const path of pages) {
      const figures = await figuresOf(page, `${origin}${path}`);
      expect(figures.length, path).toBeGreaterThan(0);
      for (const { href, text } of figures) {
        const behind = await behindOf(href);
        const [, failing] = text.match(/^([\d.]+)% con fallas$/) ?? [];
        if (failing === undefined) {
          expect.soft(behind, `${path}: ${text} → ${href}`).toContain(text);
          continue;
        }
        // Requests that failed by our fault before they became queries are among both.
        const refused = href.includes('=ours') ? Number(behind[2]) : 0;
        const [all] = await behindOf(href.replace(/&?responsible=\w+/, ''));
        const share = (100 * (Number(behind[0]) + refused)) / (Number(all) + refused);
        expect.soft(share.toFixed(1), `${path}: ${text} → ${href}`).toBe(failing);
      }
    }
  }));

async function plant(sql: Sql, integrationId: number, endings: typeof ENDINGS): Promise<void> {
  const records = LOOKUPS.flatMap((lookup) =>
    endings.map((ending, n) =>
      recordOf({
        integrationId,
        lookup,
        ...ending,
        durationMs: 100 + n,
        charged: ending.status === 200 && BILLED_LOOKUPS.includes(lookup) ? 5_000n : 0n,
        createdAt: new Date(Date.now() - (n + 1) * MINUTE_MS),
      }),
    ),
  );
  await plantRecords(sql, records);
  await sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    SELECT date_trunc('minute', now()) - interval '2 minutes', ${integrationId}, '', lookup, reason, count
    FROM (VALUES ('rtu', 'rate_limit', 41), ('omisos', 'rate_limit', 5), ('omisos', 'failure', 3))
      AS r(lookup, reason, count)`;
}

interface Figure {
  readonly href: string;
  readonly text: string;
}

/** Reads a page without drawing it. A number stands in its link, or at the end of the link's row. */
async function figuresOf(page: Page, path: string): Promise<Figure[]> {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html');
    const links = parsed.querySelectorAll(
      ':is(main, [id^="S:"]) a:is([href^="/console/queries?"], [href^="/console/refusals?"], [href^="/console/statistics?"])',
    );
    const figure = /^(≈ )?(Q\s)?[\d,.]+( ms| s|%( con fallas)?)?$/;
    return [...links].flatMap((link) => {
      const beside = link.closest('li')?.querySelector('.numeric');
      const text = (beside ?? link).textContent;
      const href = link.getAttribute('href');
      return href === null || !figure.test(text) ? [] : [{ href, text }];
    });
  }, html);
}

/** Reads how many rows a list has and what they add up to, or the totals of the charts. */
async function countedBehind(page: Page, path: string): Promise<string[]> {
  const counted = { queries: 0, charged: 0, refused: 0 };
  const totals: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const part = await countedOn(page, next);
    counted.queries += part.queries;
    counted.charged += part.charged;
    counted.refused += part.refused;
    totals.push(...part.totals);
    next = part.older === undefined ? undefined : new URL(part.older, path).href;
  }
  const { queries, charged, refused } = counted;
  return [String(queries), `Q\u00a0${charged.toFixed(2)}`, String(refused), ...totals];
}

/** Reads one page of a list, and the address of the older rows. */
async function countedOn(page: Page, path: string) {
  const html = await (await page.request.get(path)).text();
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const all = (selector: string) =>
      [...parsed.querySelectorAll(selector)].map(({ textContent }) => textContent);
    const sum = (texts: string[]) =>
      texts.reduce((total, one) => total + (Number(one.replace(/[^\d.]/g, '')) || 0), 0);
    return {
      queries: parsed.querySelectorAll('th a[href^="/console/queries/"]').length,
      charged: sum(all('[data-label="Cobro"]')),
      refused: sum(all('[data-label="Veces"]')),
      totals: all('.chart-total b').map((one) => one.replace(/^p95 /, '')),
      older: parsed.querySelector('nav a[href*="before="]')?.getAttribute('href') ?? undefined,
    };
  }, html);
}
