import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cuiNit, somebody } from '@/cli/conformance/lookups';
import { ROLES } from '@/lib/permissions';
import { reserved } from '@/simulator/reserved';
import { look } from './accessible';
import { expect, test } from './fixtures';

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

test('support exports what the filters match, with identifiers for a reason', async ({
  page,
  office,
  api,
}) => {
  const as = await office.integration();
  const [older, newer] = [await office.query(as), await office.query(as)];
  await api.ask(cuiNit, { as, json: cuiNit.question(reserved('status-404')) });
  await office.open(page, 'soporte', `/console/queries?integration=${as.nombre}&status=200`);
  await page.getByRole('button', { name: 'Exportar' }).click();
  expect(await download(page)).toEqual([
    [newer, '●●●'],
    [older, '●●●'],
  ]);
  await page.getByRole('button', { name: 'Exportar' }).click();
  await page.getByLabel('Incluir los identificadores completos').check();
  await expect(page.getByRole('button', { name: 'Descargar CSV' })).toBeDisabled();
  await look(page);
  await page.getByLabel('Motivo').fill('Lo pide el integrador');
  expect(await download(page)).toEqual([
    [newer, `nit ${somebody.nit}`],
    [older, `nit ${somebody.nit}`],
  ]);
});

test('each role exports; nobody, no other site and no blank reason get a file', async ({
  page,
  office,
}) => {
  const asks = async (view: object, headers: Record<string, string> = {}) => {
    const asked = { data: { view: 'request=none', ...view }, headers, maxRedirects: 0 };
    return (await page.request.post('/console/queries/export.csv', asked)).status();
  };
  expect(await asks({})).toBe(307);
  for (const role of ROLES) {
    await office.open(page, role, '/console/account');
    expect(await asks({})).toBe(200);
    expect(await asks({}, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await asks({ reason: ' ' })).toBe(400);
  }
});
