import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expect, type Office, open, signIn, test } from './fixtures';

interface Plan {
  readonly name: string;
  /** In quetzales. */
  readonly balance: number;
  /** Today, and what they were charged in quetzales. */
  readonly used?: { readonly queries: number; readonly charged: number };
  readonly suspended?: boolean;
}

/** Integrations made today that share a part of their names, which no others have. */
async function several({ db }: Office, plans: readonly Plan[]): Promise<string> {
  const part = randomBytes(6).toString('hex');
  for (const { name, balance, used, suspended = false } of plans) {
    await db.execute(sql`
      WITH made AS (
        INSERT INTO integrations (nombre, is_omisos_enabled, suspended_at)
        VALUES (${`${name}-${part}`}, true, CASE WHEN ${suspended} THEN now() END) RETURNING id
      ), account AS (
        INSERT INTO accounts (integration_id, saldo, tarifa, ledger_seq)
        SELECT id, ${balance * 10_000}::bigint, 5000, CASE WHEN ${balance} > 0 THEN 1 ELSE 0 END
        FROM made
      ), entry AS (
        INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor)
        SELECT id, 1, 'recarga', ${balance * 10_000}::bigint, ${balance * 10_000}::bigint, 'tests'
        FROM made WHERE ${balance} > 0
      )
      INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
      SELECT id, guatemala_day(now()), 'omisos', ${used?.queries ?? 0}::int,
        ${(used?.charged ?? 0) * 10_000}::bigint, now() - interval '3 minutes'
      FROM made WHERE ${used !== undefined}`);
  }
  return part;
}

const names = (page: Page) => page.locator('tbody tr td:first-child');

async function orderOf(page: Page): Promise<string> {
  const all = await names(page).allTextContents();
  return all.map((name) => name.split('-')[0]).join('');
}

test('the list tells what each has left, and is ordered and filtered by its address', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const part = await several(office, [
    { name: 'a', balance: 100, used: { queries: 30, charged: 2 } },
    { name: 'b', balance: 900 },
    { name: 'c', balance: 15, used: { queries: 1_400, charged: 5 } },
    { name: 'd', balance: 0, suspended: true },
  ]);
  await open(page, `/console/integrations?q=${part}`);
  const row = page.getByRole('row', { name: `c-${part}` });
  await expect(row.getByRole('cell')).toHaveText([
    `c-${part}`,
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
  const header = (name: string) =>
    page.getByRole('columnheader', { name }).getByRole('link', { name });
  for (const [title, sort, order] of [
    ['Disponible', '-available', 'bacd'],
    ['Alcanza', '-runway', 'acdb'],
    ['Consultas 7 d', '-queries', 'cadb'],
    ['Nombre', 'nombre', 'abcd'],
  ] as const) {
    await header(title).click();
    await expect(page).toHaveURL(`/console/integrations?q=${part}&sort=${sort}`);
    await expect.poll(() => orderOf(page), title).toBe(order);
  }
  for (const [state, order] of [
    ['Por agotarse 1', 'c'],
    ['Suspendidas 1', 'd'],
    ['Activas 3', 'abc'],
    ['Todas 4', 'abcd'],
  ] as const) {
    await page.getByRole('link', { name: state, exact: true }).click();
    await expect.poll(() => orderOf(page), state).toBe(order);
  }
});

test('its pages keep the order and the search, and another order begins at the first', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const plans = Array.from({ length: 51 }, (_, n) => ({ name: `n${100 + n}`, balance: 0 }));
  const part = await several(office, plans);
  await open(page, `/console/integrations?q=${part}&sort=-nombre`);
  await expect(names(page)).toHaveCount(50);
  await expect(names(page).first()).toHaveText(`n150-${part}`);
  await page.getByRole('link', { name: 'Siguiente' }).click();
  await expect(page).toHaveURL(`/console/integrations?q=${part}&sort=-nombre&page=2`);
  await expect(names(page)).toHaveText([`n100-${part}`]);
  await expect(page.getByText('Página 2 de 2')).toBeVisible();
  await page.getByRole('columnheader', { name: 'Disponible' }).getByRole('link').click();
  await expect(page).toHaveURL(`/console/integrations?q=${part}&sort=-available`);
  await expect(names(page)).toHaveCount(50);
  await open(page, `/console/integrations?q=${part}&page=7`);
  await expect(page.getByText('Ninguna integración coincide')).toBeVisible();
});

test('a search is written into the address, and one without a match leads back', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration();
  await open(page, '/console/integrations?sort=-queries&page=2');
  const field = page.getByRole('searchbox', { name: 'Buscar por nombre' });
  await field.fill(nombre.slice(2));
  await expect(page).toHaveURL(`/console/integrations?sort=-queries&q=${nombre.slice(2)}`);
  await expect(names(page)).toHaveText([nombre]);
  await field.fill('no-such-name');
  await expect(page.getByText('Ninguna integración coincide')).toBeVisible();
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL('/console/integrations');
  await expect(page.getByRole('link', { name: 'Crear integración' })).toHaveCount(0);
});
