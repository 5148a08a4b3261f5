import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { somebody } from '@/cli/conformance/lookups';
import { expect, open, signIn, test } from './fixtures';

/** A list of queries taken away as a file: compared with the database, line by line. */

const QUERIES = 5;

async function download(page: Page): Promise<string[][]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^consultas-.*\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFFfecha,')).toBe(true);
  const lines = text.split('\r\n').slice(1, -1);
  return lines.map((line) => line.split(','));
}

for (const role of ['admin', 'soporte'] as const) {
  test(`${role} exports what the filters match, hidden, and whole for a reason`, async ({
    page,
    office,
  }) => {
    const integration = await office.integration({ tarifa: 3_333n });
    for (let n = 0; n < QUERIES; n++) {
      await page.request.post('/catalogos/cui-nit', {
        headers: {
          'x-integracion-login': integration.nombre,
          'x-integracion-token': integration.token,
        },
        data: { nit: n % 2 === 0 ? somebody.nit : '99009994' },
      });
    }
    const person = await office.person(role);
    await signIn(page, person);
    await open(page, `/console/queries?integration=${integration.nombre}&status=200`);
    await page.getByRole('button', { name: 'Exportar' }).click();
    const hidden = await download(page);

    const rows = await office.db.execute<Record<string, string>>(sql`
      SELECT to_char(created_at AT TIME ZONE interval '-06:00', 'YYYY-MM-DD"T"HH24:MI:SS.MS"-06:00"')
        AS at, ${integration.nombre}::text AS nombre, lookup, estado, status::text, outcome, '' AS cause,
        duration_ms::text, source_ms::text, '0.3333' AS charged, request_id, id::text
      FROM query_records WHERE integration_id = ${integration.id} AND status = 200
      ORDER BY created_at DESC`);
    expect(rows).toHaveLength(3);
    const expected = rows.map((row) => Object.values(row));
    expect(hidden).toEqual(expected.map((row) => [...row, '●●●']));

    await page.getByRole('button', { name: 'Exportar' }).click();
    await page.getByLabel('Incluir los identificadores completos').check();
    await expect(page.getByRole('button', { name: 'Descargar CSV' })).toBeDisabled();
    await page.getByLabel('Motivo').fill('Lo pide el integrador');
    const whole = await download(page);
    expect(whole).toEqual(expected.map((row) => [...row, `nit ${somebody.nit}`]));

    const audit = await office.db.execute<{ after: { identifiers: string; reason?: string } }>(sql`
      SELECT after FROM audit_log WHERE actor = ${person.email} AND action = 'query.export'
      ORDER BY id`);
    expect(audit.map(({ after }) => [after.identifiers, after.reason])).toEqual([
      ['hidden', undefined],
      ['revealed', 'Lo pide el integrador'],
    ]);
  });
}

test('nobody and no other site get a file', async ({ page, office }) => {
  const asked = { data: { view: 'period=all' }, maxRedirects: 0 };
  const nobody = await page.request.post('/console/queries/export.csv', asked);
  expect(nobody.status()).not.toBe(200);
  await signIn(page, await office.person('soporte'));
  const headers = { 'sec-fetch-site': 'cross-site' };
  const elsewhere = await page.request.post('/console/queries/export.csv', { ...asked, headers });
  expect(elsewhere.status()).toBe(403);
  const blank = { data: { view: 'period=all', reason: ' ' }, maxRedirects: 0 };
  const refused = await page.request.post('/console/queries/export.csv', blank);
  expect([refused.status(), await refused.json()]).toEqual([400, { error: 'reason_required' }]);
});
