import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { topUp } from '@/lib/billing/top-up';
import { act } from '@/testing/integration';
import { randomLetters } from '@/testing/random';
import { expect, open, type Setup, test } from './fixtures';

interface Plan {
  readonly name: string;
  /** In quetzales. */
  readonly balance: number;
  /** Today, and what they were charged in quetzales. */
  readonly used?: { readonly queries: number; readonly charged: number };
  readonly suspended?: boolean;
}

/** Integrations made today that share a part of their names, which no others have. */
async function several({ db }: Setup, plans: readonly Plan[]): Promise<string> {
  const part = randomLetters();
  for (const { name, balance, used, suspended = false } of plans) {
    await db.execute(sql`
      WITH made AS (
        INSERT INTO integrations (nombre, is_omisos_enabled, suspended_at)
        VALUES (${`${name}-${part}`}, true, CASE WHEN ${suspended} THEN now() END) RETURNING id
      ), account AS (
        INSERT INTO accounts (integration_id, tarifa) SELECT id, 5000 FROM made
      )
      INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
      SELECT id, guatemala_day(now()), 'omisos', ${used?.queries ?? 0}::int,
        ${(used?.charged ?? 0) * 10_000}::bigint, now() - interval '3 minutes'
      FROM made WHERE ${used !== undefined}`);
    const amount = BigInt(balance * 10_000);
    if (amount > 0n) await act(db, topUp, { nombre: `${name}-${part}`, amount });
  }
  return part;
}

const names = (page: Page) => page.locator('tbody').getByRole('rowheader');

async function orderOf(page: Page): Promise<string> {
  const all = await names(page).allTextContents();
  return all.map((name) => name.split('-')[0]).join('');
}

test('the list shows what is left, ordered and filtered', async ({ page, setup }) => {
  const part = await several(setup, [
    { name: 'a', balance: 100, used: { queries: 30, charged: 2 } },
    { name: 'b', balance: 900 },
    { name: 'c', balance: 15, used: { queries: 1_400, charged: 5 } },
    { name: 'd', balance: 0, suspended: true },
  ]);
  await setup.open(page, 'soporte', `/console/integrations?q=${part}`);
  const row = page.getByRole('row', { name: `c-${part}` });
  await expect(row.getByRole('cell')).toHaveText([
    'Activa',
    'omisos',
    'Q 15.00',
    '3 días',
    '1,400',
    /^hace \d+ minutos$/,
    'Q 0.50',
  ]);
  await expect(row.locator('time')).toHaveAttribute('title', /\d{1,2}:\d\d:\d\d/);
  await expect(page.getByRole('row', { name: `b-${part}` })).toContainText('Nunca');
  await page.getByRole('columnheader', { name: 'Alcanza' }).getByRole('link').click();
  await expect(page).toHaveURL(`/console/integrations?q=${part}&sort=-runway`);
  await expect.poll(() => orderOf(page)).toBe('acdb');
  await expect(page.getByRole('link', { name: 'Suspendidas 1', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Activas 3', exact: true }).click();
  await expect.poll(() => orderOf(page)).toBe('acb');
});

test('pages keep the order and the search', async ({ page, setup }) => {
  const plans = Array.from({ length: 51 }, (_, n) => ({ name: `n${100 + n}`, balance: 0 }));
  const part = await several(setup, plans);
  const list = '/console/integrations';
  await setup.open(page, 'soporte', `${list}?q=${part}&sort=-nombre`);
  await expect(names(page)).toHaveCount(50);
  await page.getByRole('link', { name: 'Siguiente' }).click();
  await expect(page).toHaveURL(`${list}?q=${part}&sort=-nombre&page=2`);
  await expect(names(page)).toHaveText([`n100-${part}`]);
  await expect(page.getByText('Página 2 de 2')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Buscar por nombre' });
  await search.fill(`n149-${part}`);
  await expect(page).toHaveURL(`${list}?q=n149-${part}&sort=-nombre`);
  await expect(names(page)).toHaveText([`n149-${part}`]);
  await open(page, `${list}?q=${part}&page=2`);
  await page.getByRole('columnheader', { name: 'Disponible' }).getByRole('link').click();
  await expect(page).toHaveURL(`${list}?q=${part}&sort=-available`);
  await expect(names(page)).toHaveCount(50);
  await search.fill('no-such-name');
  await expect(page.getByText('Ninguna integración coincide')).toBeVisible();
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL(list);
});
