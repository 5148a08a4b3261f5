import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { cuiNit, somebody } from '@/checks/lookups';
import { connectSql } from '@/db/client';
import { environment } from '@/e2e/environment';
import { freshRequestId } from '@/e2e/gateway/fixtures';
import { dayOf, startOfDay, startOfMonth } from '@/lib/base/time/guatemala';
import { DAY_MS } from '@/lib/base/time/time';
import { setTariff } from '@/lib/billing/tariffs';
import { rotate } from '@/lib/integrations/rotate';
import { setIntegration } from '@/lib/integrations/set';
import { act, type TestIntegration } from '@/testing/integration';
import { newestRecords, type PlantedRecord, plantRecords, recordOf } from '@/testing/records';
import { expect, hydrated, type Setup, test } from './fixtures';

/** Twelve questions of integrators. Support answers each from the overview in at most three actions. */

const MOST_ACTIONS = 3;

/** Somebody of support, who counts what it takes: a search, or a click, is one action. */
class Support {
  #actions = 0;

  constructor(readonly page: Page) {}

  /** Begins a case anew, on the overview. */
  static async at(page: Page, setup: Setup): Promise<Support> {
    await setup.open(page, 'soporte', '/console');
    return new Support(page);
  }

  async search(text: string, option: string): Promise<void> {
    this.#count();
    await this.page.keyboard.press('Control+k');
    await this.page.getByRole('combobox', { name: 'Buscar en la consola' }).fill(text);
    await expect(this.page.getByRole('option', { name: option })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const before = this.page.url();
    await this.page.keyboard.press('Enter');
    await expect(this.page).not.toHaveURL(before);
    await hydrated(this.page);
  }

  async click(link: Locator): Promise<void> {
    this.#count();
    const before = this.page.url();
    await link.click();
    await expect(this.page).not.toHaveURL(before);
  }

  #count(): void {
    this.#actions += 1;
    expect(this.#actions).toBeLessThanOrEqual(MOST_ACTIONS);
  }
}

async function plant(records: readonly Partial<PlantedRecord>[]): Promise<void> {
  const database = connectSql(environment().databaseUrl);
  await plantRecords(database, records.map(recordOf));
  await database.end();
}

const rows = (page: Page) => page.getByRole('main').locator('tbody tr');

test('it was charged but empty', async ({ page, setup, api }) => {
  const as = await setup.integration();
  const requestId = freshRequestId();
  await api.ask(cuiNit, { as, json: cuiNit.question(somebody), requestId });
  const [record] = await newestRecords(setup.db, as.id, 1);
  await setup.db.execute(sql`UPDATE query_records SET ending = 'empty' WHERE id = ${record?.id}`);
  const support = await Support.at(page, setup);
  await support.search(requestId, `Consultas de la solicitud ${requestId}`);
  await support.click(rows(page).getByRole('link').first());
  await expect(page.getByTestId('explanation')).toContainText(
    /no entregó ningún dato\. .*todos los campos en null o vacíos\. Se cobró Q\s0\.50\./,
  );
  await expect(page.getByRole('button', { name: 'Solicitar la devolución' })).toBeVisible();
});

test('it answers 401 all day', async ({ page, setup }) => {
  const integration = await setup.integration();
  const { nombre } = integration;
  await act(setup.db, rotate, { nombre, overlapMs: 0, deployment: 'development' });
  expect((await setup.ask(integration)).status).toBe(401);
  // The app writes refusals every few seconds.
  await expect(async () => {
    const support = await Support.at(page, setup);
    await support.search(`rechazos de ${nombre}`, `Rechazos de ${nombre}`);
    const row = /401.*Último cambio de tokens, por cli:tests/;
    await expect(rows(page).last()).toContainText(row, { timeout: 1_000 });
  }).toPass();
});

test('everything is slow', async ({ page, setup }) => {
  const integration = await setup.integration();
  const id = await setup.query(integration);
  await setup.db.execute(sql`
    UPDATE query_records SET duration_ms = 9012, source_ms = 9000,
      steps_ms = ARRAY[0.2, 0.9, 0.2, 0.6, 2.1, 9000], settled_at = created_at + interval '9.008 s'
    WHERE id = ${id}`);
  const support = await Support.at(page, setup);
  await support.search(`consultas de ${integration.nombre}`, `Consultas de ${integration.nombre}`);
  await support.click(rows(page).getByRole('link').first());
  await expect(page.getByText('La fuente 9,000.0 ms')).toBeVisible();
  await expect(page.getByText('Nosotros 12.0 ms')).toBeVisible();
  await expect(page.getByText('con el cobro y el registro: 9,012.0 ms')).toBeVisible();
});

test('somebody switched it off', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  const reason = 'Contrato vencido';
  await act(setup.db, setIntegration, { nombre, switches: { suspended: true }, reason });
  const support = await Support.at(page, setup);
  await support.search(nombre, nombre);
  await expect(page.getByRole('alert', { name: 'Integración suspendida' })).toHaveText(
    /Suspendida por cli:tests el .*Motivo: Contrato vencido/,
  );
});

test('what did last month cost', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 1_000_000n });
  await chargeLastMonth(setup, integration);
  const support = await Support.at(page, setup);
  await support.search(`saldo de ${integration.nombre}`, `Saldo de ${integration.nombre}`);
  await support.click(page.getByRole('link', { name: 'Mes pasado' }));
  await expect(page.locator('dt', { hasText: 'Cobros' }).locator('+ dd')).toHaveText('−Q 1.25');
});

/** Writes three charged queries in the middle of last month, behind the entries of the account. */
async function chargeLastMonth({ db }: Setup, { id }: TestIntegration): Promise<void> {
  const month = startOfMonth(dayOf(new Date()), -1);
  const createdAt = new Date(startOfDay(month).getTime() + 15 * DAY_MS);
  await plant(
    [5_000n, 5_000n, 2_500n].map((charged) => ({ integrationId: id, charged, createdAt })),
  );
  await db.execute(sql`
    WITH account AS (
      SELECT saldo, ledger_seq FROM accounts WHERE integration_id = ${id}
    ), charges AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, ledger_seq + row_number() OVER w, 'cobro', -charged,
        saldo - sum(charged) OVER w, id, created_at, 'consulta', created_at
      FROM query_records CROSS JOIN account WHERE integration_id = ${id}
      WINDOW w AS (ORDER BY id ROWS UNBOUNDED PRECEDING)
    )
    UPDATE accounts SET ledger_seq = ledger_seq + 3, saldo = saldo - 12500,
      spent_on = guatemala_date(${createdAt.toISOString()}), spent_day = 12500, spent_month = 12500
    WHERE integration_id = ${id}`);
}

test('it paid twice', async ({ page, setup }) => {
  const integration = await setup.integration();
  await setup.query(integration);
  await setup.query(integration);
  // The task would do so as soon as no older query can end.
  await setup.db.execute(sql`
    UPDATE query_records SET repeated = true WHERE id = (
      SELECT id FROM query_records WHERE integration_id = ${integration.id}
      ORDER BY created_at DESC LIMIT 1)`);
  const support = await Support.at(page, setup);
  await support.search(integration.nombre, integration.nombre);
  const diagnosis = page.getByRole('listitem').filter({ hasText: 'Paga dos veces' });
  await expect(diagnosis).toContainText('1 cobro de más, Q 0.50');
  await expect(diagnosis).toContainText('enviar una Idempotency-Key por consulta');
  await support.click(diagnosis.getByRole('link', { name: 'Ver los casos' }));
  await expect(page).toHaveURL(/charged=repeated/);
  await expect(rows(page)).toHaveCount(1);
  await support.click(rows(page).getByRole('link').first());
  const own = page.getByRole('region', { name: /^Las de esta integración por el mismo/ });
  await expect(own.locator('tbody tr')).toHaveCount(1);
});

test('it is refused all day after a rotation', async ({ page, setup }) => {
  const integration = await setup.integration();
  const { nombre } = integration;
  await act(setup.db, rotate, { nombre, overlapMs: 0, deployment: 'development' });
  for (const _attempt of [1, 2]) expect((await setup.ask(integration)).status).toBe(401);
  await expect(async () => {
    const support = await Support.at(page, setup);
    await support.search(nombre, nombre);
    const found = page.getByRole('listitem').filter({ hasText: 'Se rechazaron 2 solicitudes' });
    await expect(found).toContainText(integration.token.slice(-4), { timeout: 2_000 });
    await expect(found).toContainText('por cli:tests');
  }).toPass();
});

test('it is blocked by a cap', async ({ page, setup }) => {
  const integration = await setup.integration();
  const { nombre } = integration;
  await setup.query(integration);
  await act(setup.db, setIntegration, { nombre, limits: { cap_day: '0.60' } });
  expect((await setup.ask(integration)).status).toBe(402);
  const support = await Support.at(page, setup);
  await support.search(nombre, nombre);
  const notice = page.getByRole('alert', { name: 'Tope diario de gasto alcanzado' });
  await expect(notice).toContainText('Gastó Q\u00a00.50 de Q\u00a00.60');
  await support.click(page.getByRole('link', { name: 'Saldo', exact: true }));
  await expect(notice).toBeVisible();
});

test('it is told that it sends too many requests from its address', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.db.execute(sql`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, address, refusals)
    VALUES (date_trunc('minute', now()), 0, ${nombre}, 'rtu', 'global_limit', '203.0.113.9', 7)`);
  const support = await Support.at(page, setup);
  await support.search(`rechazos de ${nombre}`, `Rechazos de ${nombre}`);
  await expect(page.getByRole('main').locator('tbody')).toContainText(
    /agregarla a sus redes de confianza[\s\S]*203\.0\.113\.9/,
  );
});

test('its answers have a null where it expects a value', async ({ page, setup }) => {
  const integration = await setup.integration();
  const id = await setup.query(integration);
  await setup.db.execute(sql`
    UPDATE query_records SET ending = 'partial', responsible = 'ours',
      cause = 'unreadable 2 FECHA_ALTA ESTADO' WHERE id = ${id}`);
  const support = await Support.at(page, setup);
  await support.search(`consultas de ${integration.nombre}`, `Consultas de ${integration.nombre}`);
  await support.click(rows(page).getByRole('link').first());
  await expect(page.getByTestId('explanation')).toContainText(
    /2 campos llegaron en un formato que no pudimos leer: FECHA_ALTA, ESTADO\. .*El problema es nuestro\. .*un administrador del servicio puede devolver el cobro\./,
  );
  await expect(page.getByRole('button', { name: 'Solicitar la devolución' })).toBeVisible();
});

test('its tariff changed in the middle of the month', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 100_000n, tarifa: 5_000n });
  const { nombre } = integration;
  await setup.query(integration);
  await act(setup.db, setTariff, { nombre, tarifa: 7_500n });
  await setup.query(integration);
  const support = await Support.at(page, setup);
  await support.search(`saldo de ${nombre}`, `Saldo de ${nombre}`);
  const lines = page.getByRole('region', { name: 'Cobros por tipo de consulta' }).getByRole('row');
  await expect(lines.filter({ hasText: /Q\s0\.50/ })).toContainText([
    /CUI y NIT.*Q\s0\.50.*Q\s0\.50/,
  ]);
  await expect(lines.filter({ hasText: /Q\s0\.75/ })).toContainText([
    /CUI y NIT.*Q\s0\.75.*Q\s0\.75/,
  ]);
});

test('its client gives up after ten seconds', async ({ page, setup }) => {
  const { id, nombre } = await setup.integration();
  const gone = { ending: 'client_gone', status: null, charged: 0n, durationMs: 10_000 };
  await plant(Array.from({ length: 3 }, () => ({ ...gone, integrationId: id })));
  const support = await Support.at(page, setup);
  await support.search(nombre, nombre);
  const found = page.getByRole('listitem').filter({ hasText: 'Deja de esperar después de 10 s' });
  await expect(found).toContainText('3 consultas quedaron sin respuesta');
  await support.click(found.getByRole('link', { name: 'Ver los casos' }));
  await expect(rows(page)).toHaveCount(3);
});
