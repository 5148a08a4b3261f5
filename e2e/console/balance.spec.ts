import { readFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { listTariffs } from '@/lib/billing/list-tariffs';
import {
  ledgerStatement,
  type Period,
  type StatementEntry,
  statementTotals,
} from '@/lib/billing/statement';
import { localSecond, parseInstant, startOfDay } from '@/lib/guatemala';
import { displayChange, displayQuetzales, formatQuetzales } from '@/lib/money';
import { look } from './accessible';
import { expect, type Office, open, test } from './fixtures';

const pathOf = (nombre: string) => `/console/integrations/${nombre}/balance`;

/** Presses a button of the page and gives the dialog that it opens. */
async function dialogOf(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The newest first. */
function entriesOf({ db }: Office, id: number): Promise<StatementEntry[]> {
  return ledgerStatement(db, id, { limit: 10_000 });
}

test('a top-up shows the balance to come, and counts once however often it is pressed', async ({
  page,
  office,
}) => {
  const { id, nombre } = await office.integration({ saldo: 1_000_000n });
  await office.open(page, 'admin', pathOf(nombre));
  const dialog = await dialogOf(page, 'Recargar');
  const submit = dialog.getByRole('button', { name: 'Recargar' });
  await expect(dialog.getByRole('textbox', { name: 'Monto' })).toBeFocused();
  await submit.click();
  await expect(dialog.getByText('El monto debe ser mayor que cero')).toBeVisible();
  await look(page);
  await dialog.getByRole('textbox', { name: 'Monto' }).fill('250.5');
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 100.00 → Q 350.50');
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Depósito');
  await dialog.getByRole('textbox', { name: 'Referencia' }).fill('BI-4711');
  await submit.dblclick();
  await expect(page.getByText('Recarga registrada. Nuevo saldo: Q 350.50.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Depósito/ });
  await expect(row).toContainText('Ref. BI-4711');
  await expect(row).toContainText('+Q 250.50');
  expect(await entriesOf(office, id)).toHaveLength(2);
});

test('a lost answer loses nothing typed, and sending again does it once', async ({
  page,
  office,
}) => {
  const { id, nombre } = await office.integration({ saldo: 0n });
  await office.open(page, 'admin', pathOf(nombre));
  const dialog = await dialogOf(page, 'Recargar');
  const amount = dialog.getByRole('textbox', { name: 'Monto' });
  const submit = dialog.getByRole('button', { name: 'Recargar' });
  await amount.fill('20');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.fulfill({ status: 408 });
  };
  await page.route(`**${pathOf(nombre)}`, loseAnswer, { times: 1 });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('si ya se hizo, no se repite');
  await expect(amount).toHaveValue('20');
  expect(await entriesOf(office, id)).toHaveLength(1);
  await submit.click();
  await expect(page.getByText(/^Este movimiento ya se había registrado/)).toBeVisible();
  expect(await entriesOf(office, id)).toHaveLength(1);
  await expect(dialog).toHaveCount(0);
  // The next one is another top-up.
  await dialogOf(page, 'Recargar');
  await amount.fill('20');
  await submit.click();
  await expect(page.getByText('Recarga registrada. Nuevo saldo: Q 40.00.')).toBeVisible();
});

test('an adjustment needs a reason, and takes no more than there is at that moment', async ({
  page,
  office,
}) => {
  const integration = await office.integration({ saldo: 100_000n, tarifa: 60_000n });
  await office.open(page, 'admin', pathOf(integration.nombre));
  const dialog = await dialogOf(page, 'Ajustar');
  const amount = dialog.getByRole('textbox', { name: 'Monto' });
  const reason = dialog.getByRole('textbox', { name: 'Motivo' });
  const submit = dialog.getByRole('button', { name: 'Ajustar' });
  await dialog.getByText('Disminuir', { exact: true }).click();
  await amount.fill('10.0001');
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 10.00 → −Q 0.0001');
  await submit.click();
  await expect(dialog.getByText('El saldo quedaría por debajo de cero.')).toBeVisible();
  await amount.fill('5');
  await submit.click();
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible();
  await expect(reason).toBeFocused();
  await look(page);
  await reason.fill('Recarga doble');
  // The page shows Q 10.00; Q 4.00 are left.
  await office.ask(integration);
  await submit.click();
  await expect(dialog.getByText('El saldo quedaría por debajo de cero.')).toBeVisible();
  await expect(reason).toHaveValue('Recarga doble');
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 4.00 → −Q 1.00');
  await amount.fill('4');
  await submit.click();
  await expect(page.getByText('Ajuste registrado. Nuevo saldo: Q 0.00.')).toBeVisible();
  const [entry] = await entriesOf(office, integration.id);
  expect(entry).toMatchObject({ kind: 'ajuste', amount: -40_000n, nota: 'Recarga doble' });
});

test('a tariff is scheduled, replaced and cancelled, and nobody overwrites another one’s', async ({
  page,
  context,
  office,
}) => {
  const { id, nombre } = await office.integration({ saldo: 100_000n, tarifa: 5_000n });
  await office.open(page, 'admin', pathOf(nombre));
  const other = await context.newPage();
  await open(other, pathOf(nombre));
  const year = new Date().getUTCFullYear() + 1;

  const schedule = async (at: Page, quetzales: string, from: string) => {
    const dialog = await dialogOf(at, 'Cambiar tarifa');
    await dialog.getByText('Desde una fecha', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Tarifa' }).fill(quetzales);
    await dialog.locator('[name=from]').fill(from);
    await dialog.getByRole('button', { name: 'Programar' }).click();
    return dialog;
  };
  const states = async () => {
    const rows = await listTariffs(office.db, id, 10);
    return rows.map(({ tarifa, state }) => [tarifa, state]);
  };
  const dialog = await schedule(page, '0.80', '2020-01-01T00:00');
  await expect(dialog.getByText('Elija una fecha futura')).toBeVisible();
  await expect(dialog.getByText('alcanza para 12 consultas')).toBeVisible();
  await look(page);
  const first = `${year}-06-01T00:00`;
  await dialog.locator('[name=from]').fill(first);
  await dialog.getByRole('button', { name: 'Programar' }).click();
  await expect(page.getByText('Se programó la tarifa.')).toBeVisible();
  const [scheduled] = await listTariffs(office.db, id, 1);
  expect(scheduled).toMatchObject({ tarifa: 8_000n, holdsFrom: parseInstant(first) });

  const refused = await schedule(other, '0.90', `${year}-07-01T00:00`);
  await expect(refused.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(refused.getByText('Hay una tarifa programada')).toBeVisible();
  await expect(refused.getByRole('textbox', { name: 'Tarifa' })).toHaveValue('0.90');
  await refused.getByRole('button', { name: 'Programar' }).click();
  await expect(other.getByText('Se programó la tarifa.')).toBeVisible();

  await open(page, pathOf(nombre));
  await dialogOf(page, 'Anular la tarifa programada');
  await expect(dialog).toContainText(`La tarifa de Q 0.90 prevista para el 1 de julio de ${year}`);
  await dialog.getByRole('button', { name: 'Anular', exact: true }).click();
  await expect(page.getByText('Se anuló la tarifa programada.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Anulada/ })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Anular la tarifa programada' })).toHaveCount(0);
  expect(await states()).toEqual([
    [9_000n, 'cancelled'],
    [8_000n, 'cancelled'],
    [5_000n, 'in_force'],
  ]);
});

/** Writes 90 days of entries, some with text that a spreadsheet would run as a formula. */
async function fill({ db }: Office, id: number, entries: number): Promise<void> {
  await db.execute(sql`
    WITH lines AS (
      SELECT n, CASE WHEN n % 7 = 0 THEN 'ajuste' ELSE 'recarga' END AS kind,
        CASE WHEN n % 7 = 0 THEN -2500 ELSE 1000 + n END AS amount
      FROM generate_series(1, ${entries}::int) AS n
    ), written AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor, nota,
        created_at)
      SELECT ${id}, n, kind, amount, sum(amount) OVER (ORDER BY n), 'cli:tests',
        CASE n % 3 WHEN 0 THEN '=1+1' END,
        clock_timestamp() - (${entries} - n + 1) * interval '90 days' / ${entries}
      FROM lines
    )
    UPDATE accounts SET ledger_seq = ${entries}, saldo = (SELECT sum(amount) FROM lines)
    WHERE integration_id = ${id}`);
}

async function expectTotals(page: Page, { db }: Office, id: number, period: Period) {
  const title = page.getByRole('heading', { name: 'Movimientos' });
  const facts = page.locator('section').filter({ has: title }).locator('.facts');
  const { opening, closing, byKind } = await statementTotals(db, id, period);
  await expect(facts.locator('dt, dt + dd')).toHaveText([
    ...['Saldo inicial', displayQuetzales(opening)],
    ...['Recargas', displayChange(byKind.recarga.amount)],
    ...['Cobros', displayChange(byKind.cobro.amount)],
    ...['Ajustes', displayChange(byKind.ajuste.amount)],
    ...['Devoluciones', displayChange(byKind.devolucion.amount)],
    ...['Saldo final', displayQuetzales(closing)],
  ]);
}

/** The day in Guatemala so many days ago. */
function daysAgo(days: number): string {
  return localSecond(new Date(Date.now() - days * 86_400_000)).slice(0, 10);
}

test('a statement is filtered, adds up, and is downloaded as it is filtered', async ({
  page,
  office,
}) => {
  const integration = await office.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(office, id, 180);
  const charged = await office.query(integration);
  await office.open(page, 'soporte', pathOf(nombre));
  for (const name of ['Recargar', 'Ajustar', 'Cambiar tarifa']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expectTotals(page, office, id, { from: startOfDay(daysAgo(29)) });
  const lines = page.getByRole('region', { name: 'Movimientos' }).locator('tbody tr');
  await expect(lines).toHaveCount(50);
  await expect(lines.first()).toContainText('−Q 0.50');
  const link = lines.first().getByRole('link', { name: `Consulta …${charged.slice(-8)}` });
  await expect(link).toHaveAttribute('href', `/console/queries/${charged}`);
  await page.getByRole('link', { name: 'Todo', exact: true }).click();
  await expect(page).toHaveURL(/\?period=all$/);
  await expectTotals(page, office, id, {});
  await page.getByRole('link', { name: 'Más antiguos' }).click();
  await expect(lines.first().getByRole('cell').first()).toHaveText('131');

  const [from, to] = [daysAgo(60), daysAgo(31)];
  await page.getByRole('textbox', { name: 'Desde' }).fill(from);
  await page.getByRole('textbox', { name: 'Hasta' }).fill(to);
  await page.getByRole('checkbox', { name: 'Ajuste' }).check();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?from=${from}&to=${to}&kind=ajuste$`));
  const period = { from: startOfDay(from), to: startOfDay(daysAgo(30)) };
  const due = await ledgerStatement(office.db, id, { ...period, kinds: ['ajuste'], limit: 100 });
  await expect(lines.locator('td:first-child')).toHaveText(due.map(({ seq }) => String(seq)));
  await expectTotals(page, office, id, period);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`movimientos_${nombre}_${from}_${to}.csv`);
  const [, ...rows] = cellsOf(await readFile(await download.path(), 'utf8'));
  expect(rows).toEqual(due.toReversed().map(expectedCells));
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(nombre)}$`));
});

test('the file of a statement is the ledger row by row, and runs no formula', async ({
  page,
  office,
}) => {
  const integration = await office.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(office, id, 2_500);
  await office.ask(integration);
  await office.open(page, 'soporte', '/console/account');
  const answer = await page.request.get(`${pathOf(nombre)}/statement.csv?period=all`);
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
  });
  const [heading, ...rows] = cellsOf(await answer.text());
  expect(heading?.join()).toBe(
    '\uFEFFnumero,fecha_guatemala,tipo,monto,saldo,nota,referencia,origen,consulta,resultado',
  );
  expect(rows).toEqual((await entriesOf(office, id)).toReversed().map(expectedCells));
  const missing = await page.request.get(`${pathOf('no-such-integration')}/statement.csv`);
  expect(missing.status()).toBe(404);
});

/** The cells of each line; none of this ledger has a comma in it. */
function cellsOf(csv: string): string[][] {
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(','));
}

function expectedCells(entry: StatementEntry): string[] {
  return [
    String(entry.seq),
    localSecond(entry.createdAt),
    entry.kind,
    formatQuetzales(entry.amount),
    formatQuetzales(entry.balanceAfter),
    entry.nota === null ? '' : `'${entry.nota}`,
    entry.referencia ?? '',
    entry.actor,
    entry.queryId ?? '',
    entry.outcome ?? '',
  ];
}

test('a statement is printed without the console around it', async ({ page, office }) => {
  const integration = await office.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(office, id, 120);
  await office.ask(integration);
  await office.open(page, 'soporte', `${pathOf(nombre)}?period=all`);
  await page.getByRole('link', { name: 'Imprimir' }).click();
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { name: 'Estado de cuenta' })).toBeVisible();
  await expect(paper).toContainText(nombre);
  const { closing, byKind } = await statementTotals(office.db, id, {});
  const rowOf = (name: string) => paper.getByRole('row', { name });
  await expect(rowOf('Saldo final')).toContainText(displayQuetzales(closing));
  await expect(rowOf('Ajustes')).toContainText(displayChange(byKind.ajuste.amount));
  const amounts = paper.locator('table').last().locator('tbody td:nth-last-child(2)');
  const entries = (await entriesOf(office, id)).toReversed();
  await expect(amounts).toHaveText(entries.map(({ amount }) => displayChange(amount)));

  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets?.length).toBeGreaterThan(2);
});

test('a statement too long for paper has its charges added up by day', async ({ page, office }) => {
  const integration = await office.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(office, id, 520);
  for (let n = 0; n < 4; n += 1) await office.ask(integration);
  await office.open(page, 'soporte', `${pathOf(nombre)}/print?period=all`);
  const lines = page.getByRole('article').locator('table').last().locator('tbody tr');
  await expect(lines).toHaveCount(521);
  await expect(lines.last()).toContainText('4 consultas');
  await expect(lines.last()).toContainText('−Q 2.00');
  await expect(page.getByText('Los cobros están sumados por día')).toBeVisible();
});
