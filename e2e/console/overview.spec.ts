import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { connectSql, type Database } from '@/db/client';
import { type Change, writeAudit } from '@/lib/audit/write';
import { setIntegration } from '@/lib/integrations/set';
import { answered } from '@/testing/answered';
import { act, createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { look } from './accessible';
import { expect, open, test, withDeployment } from './fixtures';

/** The overview counts everybody's queries, so this test starts a deployment of its own. */
test('the overview shows what the database counts', ({ page }) =>
  withDeployment(page, { REVEALS_PER_DAY: '1' }, async (own) => {
    const { nombre } = await createTestIntegration(own.url, { saldo: 100_000n });
    const deployment = { page, nombre, ...own };
    await test.step('no queries', () => isQuiet(deployment));
    await test.step('figures of a period, against the one before', () => hasFigures(deployment));
    await test.step('trouble, and whose it is', () => tellsTrouble(deployment));
    await test.step('no integrations', () => leadsToCreating(deployment));
  }));

interface Deployment {
  readonly page: Page;
  readonly db: Database;
  readonly nombre: string;
  readonly url: string;
  readonly origin: string;
}

/** Gives the value and the change that a figure shows. */
async function figure(page: Page, label: string): Promise<string[]> {
  const box = page
    .locator('.figure')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}`) }) });
  return box.locator('dd').allTextContents();
}

async function isQuiet({ page, origin }: Deployment): Promise<void> {
  const changes = page.getByRole('list', { name: /^Cambios de configuración/ }).getByRole('link');
  await expect(async () => {
    await open(page, `${origin}/console`);
    await expect(changes).toHaveText(/^\d+\.\d+\.\d+ \(\w+\): Versión en servicio$/);
  }).toPass();
  await expect(changes).toHaveAttribute('href', '/console/audit?action=release.serve');
  await expect(page.locator('.marks [data-marked]')).toHaveCount(1);
  await expect(page).toHaveTitle(/^Resumen/);
  await expect(page.getByText('Sin consultas en los últimos 15 minutos')).toBeVisible();
  expect(await figure(page, 'Consultas')).toEqual(['0', 'sin período anterior']);
  expect(await figure(page, 'Con éxito')).toEqual(['—', 'sin período anterior']);
  await expect(page.getByText('Ninguna integración activa está por')).toBeVisible();
  await expect(page.locator('.deployment-band')).toHaveAttribute('data-deployment', 'development');
}

async function hasFigures({ page, db, url, nombre, origin }: Deployment): Promise<void> {
  await db.execute(sql`
    INSERT INTO query_counts (grain, integration_id, start, lookup, ending, responsible,
      status, latency, queries, charged)
    SELECT c.grain, 0,
      CASE c.grain
        WHEN 'hour' THEN date_trunc('hour', now(), 'UTC') - make_interval(hours => c.ago)
        ELSE guatemala_day(now()) - make_interval(days => c.ago)
      END, 'cui-nit', c.ending, c.responsible, c.status, 12, c.queries, c.charged
    FROM (VALUES ('hour', 2, 'found', 'nobody', 200, 1200, 6005000),
      ('hour', 3, 'source_not_found', 'nobody', 404, 30, 0),
      ('hour', 3, 'source_unavailable', 'source', 502, 20, 0),
      ('hour', 4, 'failure', 'ours', 500, 7, 0),
      ('hour', 170, 'found', 'nobody', 200, 838, 3002500),
      ('day', 3, 'found', 'nobody', 200, 4321, 0),
      ('day', 9, 'found', 'nobody', 200, 1, 0))
      AS c(grain, ago, ending, responsible, status, queries, charged)`);
  await db.execute(sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    VALUES (now() - interval '2 hours', 0, '', 'rtu', 'rate_limit', 41)`);
  await db.execute(sql`
    INSERT INTO integration_days (integration_id, day, lookup, queries, charged, last_at)
    SELECT id, guatemala_day(now()), 'cui-nit', 9, 40000, now() FROM integrations`);
  await act(db, setIntegration, { nombre, switches: { is_rtu_enabled: false } });
  const reveal = (ctx: Change<'query.reveal'>, target: string) =>
    writeAudit(ctx, 'query.reveal', { target });
  await act(db, reveal, nombre);
  const counts = connectSql(url, { max: 1 });
  await answered(counts, 'omisos', { nit: {} }, 1);
  await counts.end();
  await open(page, `${origin}/console`);
  await expect(page.getByText(/^Actualizado a las \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('Un campo de las fuentes cambió')).toContainText('Omisos nit');
  await expect(page.getByText('No hay indicios de fallas')).toHaveCount(0);
  await expect(page.getByText('cli:tests ya llegó hoy al máximo de identificadores')).toBeVisible();
  const changes = page.getByRole('list', { name: /^Cambios de configuración/ }).getByRole('link');
  await expect(changes).toHaveText([`${nombre}: Integración cambiada`, /Versión en servicio$/]);
  await expect(page.locator('.marks [data-marked]').first()).toBeVisible();
  expect(await figure(page, 'Consultas')).toEqual(['1,257', '+50.0% contra hace una semana']);
  expect(await figure(page, 'Con éxito')).toEqual(['95.5%', '−4.5 pp contra hace una semana']);
  expect(await figure(page, 'p95')).toEqual(['≈ 75 ms', '0.0% contra hace una semana']);
  expect(await figure(page, 'Cobrado')).toEqual(['Q\u00a0600.50', '+100% contra hace una semana']);
  const row = page.getByRole('row', { name: /CUI y NIT/ });
  await expect(row.getByRole('cell')).toContainText(['1,257', '95.5%', '20', '7']);
  await expect(row.getByRole('link', { name: '20' })).toHaveAttribute(
    'href',
    /^\/console\/queries\?lookup=cui-nit&responsible=source&from=/,
  );
  await expect(page.getByRole('row', { name: nombre })).toContainText('Q 10.00');
  await expect(page.getByRole('row', { name: nombre })).toContainText('2 días');
  await expect(page.getByRole('listitem').filter({ hasText: 'Límite por minuto' })).toContainText(
    '41',
  );
  await page.getByText('Ver como tabla').click();
  const hours = page.getByRole('region', { name: 'Consultas por hora' }).locator('tbody tr');
  await expect(hours).toHaveCount(24);
  await expect(hours.filter({ hasText: '1,200' })).toHaveCount(1);
  await page.getByLabel('Qué significa: p95').click();
  await expect(page.getByText('El 95 % de las consultas tardó este tiempo')).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: '7 días' }).click();
  await expect(page).toHaveURL(/\?period=7d$/);
  // Today is counted by the hour, as in the comparison with a week ago.
  const [week] = await db.execute<{ queries: string }>(sql`
    SELECT to_char(sum(queries), 'FM9,999') AS queries FROM query_counts
    WHERE grain = 'day' AND start BETWEEN guatemala_day(now()) - interval '6 days'
        AND guatemala_day(now()) - interval '1 day'
      OR grain = 'hour' AND start >= guatemala_day(now())`);
  await expect(page.locator('.figure dd').first()).toHaveText(week?.queries ?? '');
  await expect(page.getByRole('link', { name: '7 días' })).toHaveAttribute('aria-current', 'true');
}

async function tellsTrouble({ page, db, origin }: Deployment): Promise<void> {
  await db.execute(sql`
    INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
      responsible, charged, request_id, created_at)
    SELECT gen_random_uuid(), 1, 1, q.lookup, 'completada', q.status, q.ending,
      q.responsible, 0, 'r', now() - make_interval(secs => q.ago)
    FROM (VALUES ('renap', 200, 'found', 'nobody', 30), ('omisos', 502, 'source_unavailable', 'source', 30),
      ('omisos', 502, 'source_unavailable', 'source', 40), ('cui-nit', 502, 'source_unavailable', 'source', 50),
      ('rtu', 500, 'failure', 'ours', 60)) AS q(lookup, status, ending, responsible, ago)`);
  await db.execute(sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    VALUES (date_trunc('minute', now()), 0, '', 'omisos', 'circuit_open', 6)`);
  await expect(async () => {
    await open(page, `${origin}/console`);
    await expect(page.getByText(/^Conciliación .*: todo cuadra\./)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const verdict = page.locator('.verdict[data-tone=bad]');
  await expect(verdict).toHaveText([
    /^Fallas nuestras: 7 consultas con un error, o con datos que no pudimos leer, en los últimos 15 minutos, desde el \d.* \d\d:\d\d\.$/,
    /^Omisos.* está en pausa/,
    /^Catálogos no responde desde el \d.* \d\d:\d\d: 3 consultas fallidas en los últimos 15 minutos\.$/,
  ]);
  await expect(page.locator('.verdict').first()).toHaveText(/^Fallas nuestras/);
  const circuits = page.getByRole('row', { name: /^Omisos/ });
  await expect(circuits).toContainText('Abierto');
  const strip = (name: string) => page.locator('.strip').filter({ hasText: name });
  await expect(strip('RENAP')).toContainText('En orden');
  await expect(strip('Catálogos')).toContainText('No responde');
  await expect(strip('Pasarela')).toContainText('Con fallas');
}

async function leadsToCreating({ page, url, origin }: Deployment): Promise<void> {
  // The ledger forbids to delete an integration.
  await asOwner(url, 'SET session_replication_role = replica', 'DELETE FROM integrations');
  await open(page, `${origin}/console/integrations`);
  await expect(page.getByText('Todavía no hay integraciones')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Crear integración' }).last().click();
  await expect(page).toHaveURL(/\/console\/new-integration$/);
}
