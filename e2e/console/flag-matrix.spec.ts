import type { Locator, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { integrations } from '@/db/schema/index';
import { expect, type Office, open, signIn, test } from './fixtures';

async function flagsOf({ db }: Office, nombre: string) {
  const [row] = await db.select().from(integrations).where(eq(integrations.nombre, nombre));
  return row;
}

function switchOf(page: Page, nombre: string, lookup: string): Locator {
  return page.getByRole('switch', { name: `${nombre}: ${lookup}` });
}

async function saved(control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-busy', 'false');
}

const RTU = 'RTU por NIT (rtu)';
const OMISOS = 'Omisos (omisos)';

test('a switch of the matrix saves by itself, and asks first where there was use', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('admin'));
  const { id, nombre } = await office.integration();
  await office.db.execute(sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    VALUES (${id}, guatemala_day(now()), 'omisos', 1412, 0, now())`);
  await open(page, `/console/matrix?q=${nombre}`);
  const rtu = switchOf(page, nombre, RTU);
  const omisos = switchOf(page, nombre, OMISOS);
  await expect(rtu).toHaveAccessibleDescription('Sin consultas en los últimos 7 días');
  await expect(omisos).toHaveAccessibleDescription('1,412 consultas en los últimos 7 días');
  await rtu.focus();
  await page.keyboard.press('Space');
  await saved(rtu);
  await expect(rtu).not.toBeChecked();
  expect(await flagsOf(office, nombre)).toMatchObject({ is_rtu_enabled: false });
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await expect(omisos).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(omisos).toBeFocused();
  await page.keyboard.press('Space');
  const question = page.getByRole('dialog', { name: `Deshabilitar ${OMISOS}` });
  await expect(question).toContainText(`${nombre}: 1,412 consultas en los últimos 7 días.`);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(omisos).toBeFocused();
  await expect(omisos).toBeChecked();
  expect(await flagsOf(office, nombre)).toMatchObject({ is_omisos_enabled: true });
  await page.keyboard.press('Space');
  await question.getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(omisos).not.toBeChecked();
  await saved(omisos);
  expect(await flagsOf(office, nombre)).toMatchObject({ is_omisos_enabled: false, version: 3 });
});

test('what somebody else changed meanwhile is told, and the row shows it', async ({
  page,
  context,
  office,
}) => {
  await signIn(page, await office.person('admin'));
  const { nombre } = await office.integration();
  const other = await context.newPage();
  for (const each of [page, other]) await open(each, `/console/matrix?q=${nombre}`);
  const omisos = switchOf(page, nombre, OMISOS);
  await omisos.focus();
  await page.keyboard.press('Space');
  await saved(omisos);
  const rtu = switchOf(other, nombre, RTU);
  await rtu.focus();
  await other.keyboard.press('Space');
  await expect(other.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(rtu).toBeChecked();
  await expect(switchOf(other, nombre, OMISOS)).not.toBeChecked();
  expect(await flagsOf(office, nombre)).toMatchObject({ is_rtu_enabled: true, version: 2 });
});

test('support reads the matrix, and its names and titles stay in sight', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, await office.person('soporte'));
  const { nombre } = await office.integration({ flags: ['is_omisos_enabled'] });
  await open(page, `/console/matrix?q=${nombre}`);
  const row = page.getByRole('row', { name: nombre });
  await expect(row.getByRole('img', { name: 'no', exact: true })).toHaveCount(4);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await row.getByRole('img', { name: 'sí', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: nombre })).toBeInViewport();
  await open(page, '/console/matrix?q=no-such-name');
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL('/console/matrix');
});
