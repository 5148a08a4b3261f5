import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { look } from './accessible';
import { expect, type Setup, test } from './fixtures';

/** Two hours of two lookups, eight days apart, as settlements would have counted them. */
async function integrationWithCounts(setup: Setup): Promise<string> {
  const { id, nombre } = await setup.integration();
  await setup.db.execute(sql`
    INSERT INTO pending_counts (hour, integration_id, credential_id, lookup, ending,
      responsible, status, latency, queries, charged, last_at)
    SELECT date_trunc('hour', now(), 'UTC') - make_interval(hours => c.ago), ${id}::int, 1, c.lookup,
      c.ending, c.responsible, c.status, c.latency, c.queries, c.charged, now()
    FROM (VALUES ('omisos', 'found', 'nobody', 200, 14, 900, 4500000, 1),
      ('omisos', 'source_unavailable', 'source', 502, 27, 90, 0, 1),
      ('renap', 'source_not_found', 'nobody', 404, 10, 10, 0, 1),
      ('omisos', 'found', 'nobody', 200, 14, 500, 2500000, 193),
      ('omisos', 'found', 'nobody', 200, 14, 500, 2500000, 480))
      AS c(lookup, ending, responsible, status, latency, queries, charged, ago)`);
  return nombre;
}

function card(page: Page, title: string) {
  return page.locator('section').filter({
    has: page.getByRole('heading', { level: 2, name: title, exact: true }),
  });
}

test('support compares an integration with the days before', async ({ page, setup }) => {
  const nombre = await integrationWithCounts(setup);
  await setup.open(page, 'soporte', '/console');
  await page.getByRole('link', { name: 'Estadísticas' }).click();
  await page.getByRole('combobox', { name: 'Integración' }).fill(nombre);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/console/statistics\\?integration=${nombre}$`));

  await test.step('figures are those of the counts, and of the same time a week before', async () => {
    await expect(card(page, 'Volumen').locator('.chart-total')).toHaveText('1,000+100%antes 500');
    await expect(card(page, 'Con éxito').locator('.chart-total b')).toHaveText('90.0%');
    await expect(card(page, 'Cobros').locator('.chart-total b')).toHaveText('Q 450.00');
    await expect(card(page, 'Tiempo de respuesta').locator('.chart-total b')).toHaveText(/^p95 ≈ /);
    const swatch = card(page, 'Volumen').locator('.swatch').first();
    await expect(swatch).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(card(page, 'Tiempo de respuesta').locator('.legend')).toHaveText(
      /^p50 .*p95 .*p99 .*/,
    );
    await expect(card(page, 'Por integración')).toBeHidden();
  });

  await test.step('a chart is read by keyboard, and as a table', async () => {
    const chart = page.getByRole('slider', { name: 'Volumen' });
    for (let place = 0; place < 2; place++) {
      if (/Con éxito: 900/.test((await chart.getAttribute('aria-valuetext')) ?? '')) break;
      await chart.press('ArrowLeft');
    }
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      /Con éxito: 900, Respuesta vacía: 0, Sin resultado: 10, Falla de la fuente: 90, Falla nuestra: 0$/,
    );
    await expect(page.locator('.readout')).toContainText('900');
    await page.getByText('Ver como tabla: Volumen').click();
    const rows = page.getByRole('region', { name: 'Volumen' }).locator('tbody tr');
    await expect(rows.filter({ hasText: '1,000' })).toHaveCount(1);
    await look(page);
  });

  await test.step('a lookup narrows the charts, and its count leads to the same queries', async () => {
    await page.getByRole('link', { name: 'Omisos', exact: true }).click();
    await expect(page).toHaveURL(/lookup=omisos/);
    await expect(card(page, 'Volumen').locator('.chart-total b')).toHaveText('990');
    await page.getByRole('link', { name: '990 consultas de Omisos' }).click();
    await expect(page).toHaveURL(
      new RegExp(`/console/queries\\?integration=${nombre}&lookup=omisos&from=[^&]+T00%3A00$`),
    );
  });
});

test('all integrations are ranked, in a preset period', async ({ page, setup }) => {
  const nombre = await integrationWithCounts(setup);
  await setup.open(page, 'admin', '/console/statistics?from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('No hay consultas en este período').first()).toBeVisible();
  await page.getByRole('link', { name: '24 horas' }).click();
  await expect(page).toHaveURL(/\/console\/statistics\?period=24h$/);
  const row = card(page, 'Por integración').getByRole('row').filter({ hasText: nombre });
  await expect(row).toContainText('Q 450.00');
  await row.getByRole('link', { name: nombre, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/console/integrations/${nombre}$`));
});
