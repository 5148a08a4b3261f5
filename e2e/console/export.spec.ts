import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cuiNit, somebody } from '@/checks/lookups';
import { STAFF_ROLES } from '@/lib/access/permissions';
import { reserved } from '@/simulator/reserved';
import { look } from './accessible';
import { expect, type Person, signIn, test } from './fixtures';

/** Gives the last two cells of each line: the id of the query and its identifiers. */
async function download(page: Page): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^consultas-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFfecha,')).toBe(true);
  const lines = text.split('\r\n').slice(1, -1);
  return lines.map((line) => line.split(',').slice(-2));
}

const REASON = { purpose: 'integrator', note: 'Lo pide el integrador' };

test('support exports what the filters match for a reason, administrators also identifiers', async ({
  page,
  setup,
  api,
}) => {
  const as = await setup.integration();
  const [older, newer] = [await setup.query(as), await setup.query(as)];
  await api.ask(cuiNit, { as, json: cuiNit.question(reserved('status-404')) });
  const list = `/console/queries?integration=${as.nombre}&status=200`;
  const whole = page.getByLabel('Incluir los identificadores completos');

  await setup.open(page, 'soporte', list);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect(page.getByText('El motivo debe tener al menos 10 caracteres.')).toBeVisible();
  await expect(whole).toHaveCount(0);
  await page.getByLabel('Motivo').fill(REASON.note);
  await page.route('**/export.csv', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect(page.getByText(/^No se pudo completar la exportación/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.unroute('**/export.csv');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await expect(page.getByLabel('Motivo')).toHaveValue(REASON.note);
  expect(await download(page)).toEqual([
    [newer, '●●●'],
    [older, '●●●'],
  ]);

  await setup.open(page, 'admin', list);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByLabel('Motivo').fill(REASON.note);
  await whole.check();
  await look(page);
  expect(await download(page)).toEqual([
    [newer, `nit ${somebody.nit}`],
    [older, `nit ${somebody.nit}`],
  ]);
});

test('an export asks for the password when it was last entered long ago', async ({
  page,
  setup,
}) => {
  const as = await setup.integration();
  const id = await setup.query(as);
  const person: Person = await setup.person('soporte');
  await signIn(page, person);
  await setup.ageReauthentication(person);
  await page.goto(`/console/queries?integration=${as.nombre}`);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByLabel('Motivo').fill(REASON.note);
  await page.getByRole('button', { name: 'Descargar CSV' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await proof.getByLabel('Contraseña').fill(person.password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    proof.getByRole('button', { name: 'Confirmar' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(id);
});

test('an export needs a permission and the form of the console', async ({ page, setup }) => {
  const asks = async (changes: object, headers: Record<string, string> = {}) => {
    const data = { view: 'request=none', identifiers: false, reason: REASON, ...changes };
    const asked = {
      data,
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      maxRedirects: 0,
    };
    return (await page.request.post('/console/queries/export.csv', asked)).status();
  };
  expect(await asks({})).toBe(307);
  for (const role of STAFF_ROLES) {
    await setup.enter(page, role);
    expect(await asks({})).toBe(200);
    expect(await asks({ identifiers: true })).toBe(role === 'admin' ? 200 : 403);
  }
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(await asks({}, { 'sec-fetch-site': site })).toBe(403);
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    expect(await asks({}, { 'content-type': type })).toBe(415);
  }
  for (const note of ['.', 'too short', ' '.repeat(20)]) {
    expect(await asks({ reason: { ...REASON, note } })).toBe(400);
  }
  expect(await asks({ reason: REASON.note })).toBe(400);
  expect(await asks({ more: 1 })).toBe(400);
});
