import { omisos, renap, rtu, somebody } from '@/checks/lookups';
import { expect, open, test } from './fixtures';

/**
 * A request that is refused before its source leaves no record. By the name of the integration,
 * support reads how often and why it was refused, what was answered and what to do.
 */
test('refusals are listed by the name of the integration', async ({ page, setup, api }) => {
  // Refused first, so that it is written no later than those that the page is polled for.
  const suspended = await api.integration({ switches: { suspended: true } });
  await api.ask(omisos, { as: suspended, json: omisos.question(somebody) });
  const as = await api.integration();
  const times = renap.quota;
  for (let n = 0; n <= times; n += 1) await api.ask(renap, { as, json: {} });
  await api.ask(rtu, { as, json: {}, headers: { 'x-integracion-token': 'not-its-token' } });
  await api.ask(rtu, { json: {} });

  await setup.enter(page, 'soporte');
  const refusals = page
    .getByRole('region', { name: 'Rechazos antes de la fuente', exact: true })
    .last();
  // The app writes them every few seconds.
  await expect(async () => {
    await open(page, `/console/queries?integration=${as.nombre}`);
    for (const [lookup, text, answer, count, advice] of [
      [
        'Registro de personas',
        'Falta el NIT o el CUI',
        '400 CUI is required',
        times,
        'corregirse la solicitud',
      ],
      [
        'Registro de personas',
        'Límite por minuto',
        '429 Rate limit exceeded.',
        1,
        'esperar a que pase la ventana',
      ],
      ['RTU por NIT', 'Credenciales desconocidas', '403 Integration auth', 1, 'conviene rotarlo'],
    ] as const) {
      const row = refusals.getByRole('row').filter({ hasText: answer });
      const [which, who, often] = await row.getByRole('cell').allTextContents();
      expect([which, often]).toEqual([lookup, String(count)]);
      expect(who).toContain(as.nombre);
      const reason = refusals.getByRole('rowheader').filter({ hasText: text });
      await expect(reason).toContainText(advice);
    }
  }).toPass();
  await expect(page.getByText('no se cobran y no dejan registro')).toBeVisible();
  await open(page, `/console/queries?integration=${suspended.nombre}`);
  await expect(refusals).toContainText(/Integración suspendida[\s\S]*Suspendida por cli:tests:/);
  await open(page, `/console/queries?integration=${suspended.nombre}&status=401`);
  await page.getByRole('link', { name: '1 solicitud con estado 401 se rechazó' }).click();
  await expect(page.getByRole('heading', { name: 'Rechazos', exact: true })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveText([/^Integración suspendida/, /^401/]);
  await page.goto(`/console/queries?integration=${as.nombre}&lookup=rtu&status=refused`);
  await expect(page).toHaveURL(`/console/refusals?integration=${as.nombre}&lookup=rtu`);
  await expect(page.locator('tbody tr')).toHaveText([/^Credenciales desconocidas/, /^403/]);
  await open(page, '/console/queries?lookup=rtu');
  await expect(refusals.getByRole('rowheader', { name: 'Sin credenciales' })).toBeVisible();
  const nobody = refusals.getByRole('row').filter({ hasText: 'Sin nombre' }).first();
  await expect(nobody).toContainText('403 Integration authentication required.');
});
