import type { Locator, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { integrations } from '@/db/schema/index';
import { LOOKUPS, type Lookup, lookupFacts, titleAndPath } from '@/lib/contract/lookups';
import { setIntegration } from '@/lib/integrations/set';
import { act } from '@/testing/integration';
import { look } from './accessible';
import { expect, type Setup, test } from './fixtures';

async function flagsOf({ db }: Setup, nombre: string) {
  const [row] = await db.select().from(integrations).where(eq(integrations.nombre, nombre));
  return row;
}

function switchOf(page: Page, nombre: string, lookup: string): Locator {
  return page.getByRole('switch', { name: `${nombre}: ${lookup}` });
}

async function saved(control: Locator): Promise<void> {
  await expect(control).toHaveAttribute('aria-busy', 'false');
}

const titled = (lookup: Lookup) => titleAndPath(lookup, 'es');
const RTU = titled('rtu');
const RENAP = titled('renap');
/** The lookup of the last column. */
const last = LOOKUPS.at(-1) ?? 'rtu';
const { flag } = lookupFacts[last];

test('a switch saves at once, and asks first if in use', async ({ page, setup }) => {
  const { id, nombre } = await setup.integration();
  await setup.db.execute(sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    VALUES (${id}, guatemala_day(now()), ${last}, 1412, 0, now())`);
  await setup.open(page, 'admin', `/console/matrix?q=${nombre}`);
  const rtu = switchOf(page, nombre, RTU);
  const inUse = switchOf(page, nombre, titled(last));
  await expect(rtu).toHaveAccessibleDescription('Sin consultas en los últimos 7 días');
  await expect(inUse).toHaveAccessibleDescription('1,412 consultas en los últimos 7 días');
  await rtu.focus();
  await page.keyboard.press('Space');
  await saved(rtu);
  await expect(rtu).not.toBeChecked();
  expect(await flagsOf(setup, nombre)).toMatchObject({ is_rtu_enabled: false });
  for (const _ of LOOKUPS.slice(LOOKUPS.indexOf('rtu') + 1))
    await page.keyboard.press('ArrowRight');
  await expect(inUse).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(inUse).toBeFocused();
  await page.keyboard.press('Space');
  const question = page.getByRole('dialog', { name: `Deshabilitar ${titled(last)}` });
  await expect(question).toContainText(`${nombre}: 1,412 consultas en los últimos 7 días.`);
  await look(page);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(inUse).toBeFocused();
  await expect(inUse).toBeChecked();
  expect(await flagsOf(setup, nombre)).toMatchObject({ [flag]: true });
  await page.keyboard.press('Space');
  await question.getByRole('button', { name: 'Deshabilitar' }).click();
  await expect(inUse).not.toBeChecked();
  await saved(inUse);
  expect(await flagsOf(setup, nombre)).toMatchObject({ [flag]: false, version: 3 });

  // A change by somebody else is not overwritten, and the row shows it.
  const switches = { is_renap_enabled: false };
  await act(setup.db, setIntegration, { nombre, switches });
  await rtu.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(rtu).not.toBeChecked();
  await expect(switchOf(page, nombre, RENAP)).not.toBeChecked();
  expect(await flagsOf(setup, nombre)).toMatchObject({ is_rtu_enabled: false, version: 4 });
});

test('support reads the matrix, also on a narrow screen', async ({ page, setup }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { nombre } = await setup.integration({ flags: ['is_omisos_enabled'] });
  await setup.open(page, 'soporte', `/console/matrix?q=${nombre}`);
  const row = page.getByRole('row', { name: nombre });
  await expect(row.getByRole('img', { name: 'no', exact: true })).toHaveCount(LOOKUPS.length - 1);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await row.getByRole('img', { name: 'sí', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('link', { name: nombre })).toBeInViewport();
});
