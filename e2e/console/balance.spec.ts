import type { Locator, Page } from '@playwright/test';
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
import { wellKnown } from '@/simulator/well-known';
import { expect, type Office, open, signIn, test } from './fixtures';

const pathOf = (nombre: string) => `/console/integrations/${nombre}/balance`;

/** Presses a button of the page and gives the dialog that it opens. */
async function dialogOf(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function entriesOf({ db }: Office, id: number): Promise<StatementEntry[]> {
  return ledgerStatement(db, id, { limit: 10_000 });
}

test.describe('a balance is changed by hand', () => {
  test('a top-up shows what it comes to, and counts once however often it is pressed', async ({
    page,
    office,
  }) => {
    await signIn(page, await office.person('admin'));
    const { id, nombre } = await office.integration({ saldo: 1_000_000n });
    await open(page, pathOf(nombre));
    const dialog = await dialogOf(page, 'Recargar');
    const submit = dialog.getByRole('button', { name: 'Recargar' });
    await expect(dialog.getByRole('textbox', { name: 'Monto' })).toBeFocused();
    await submit.click();
    await expect(dialog.getByText('El monto debe ser mayor que cero')).toBeVisible();
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

  test('an answer that was lost loses nothing typed, and asking again does it once', async ({
    page,
    office,
  }) => {
    await signIn(page, await office.person('admin'));
    const { id, nombre } = await office.integration({ saldo: 0n });
    await open(page, pathOf(nombre));
    const dialog = await dialogOf(page, 'Recargar');
    const amount = dialog.getByRole('textbox', { name: 'Monto' });
    await amount.fill('20');
    await page.route(
      `**${pathOf(nombre)}`,
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 408 });
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Recargar' }).click();
    await expect(dialog.getByRole('alert')).toContainText('si ya se hizo, no se repite');
    await expect(amount).toHaveValue('20');
    expect(await entriesOf(office, id)).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Recargar' }).click();
    await expect(
      page.getByText(/^Este movimiento ya se había registrado. Saldo: Q 20\.00\.$/),
    ).toBeVisible();
    expect(await entriesOf(office, id)).toHaveLength(1);
    await expect(dialog).toHaveCount(0);
    // What is done next is something else.
    await dialogOf(page, 'Recargar');
    await amount.fill('20');
    await dialog.getByRole('button', { name: 'Recargar' }).click();
    await expect(page.getByText('Recarga registrada. Nuevo saldo: Q 40.00.')).toBeVisible();
  });

  test('an adjustment wants a reason and takes nothing that is not there', async ({
    page,
    office,
  }) => {
    await signIn(page, await office.person('admin'));
    const { id, nombre } = await office.integration({ saldo: 100_000n });
    await open(page, pathOf(nombre));
    const dialog = await dialogOf(page, 'Ajustar');
    const submit = dialog.getByRole('button', { name: 'Ajustar' });
    await dialog.getByText('Disminuir', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Monto' }).fill('10.0001');
    await expect(dialog.getByRole('status')).toHaveText('SaldoQ 10.00 → −Q 0.0001');
    await submit.click();
    await expect(dialog.getByText('El saldo quedaría por debajo de cero.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Monto' }).fill('4');
    await submit.click();
    await expect(dialog.getByText('Escriba el motivo.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toBeFocused();
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Recarga doble');
    await submit.click();
    await expect(page.getByText('Ajuste registrado. Nuevo saldo: Q 6.00.')).toBeVisible();
    const [entry] = await entriesOf(office, id);
    expect(entry).toMatchObject({ kind: 'ajuste', amount: -40_000n, nota: 'Recarga doble' });
  });

  test('what was spent meanwhile makes the server refuse, with everything typed kept', async ({
    page,
    office,
  }) => {
    await signIn(page, await office.person('admin'));
    const { nombre, token } = await office.integration({ saldo: 10_000n, tarifa: 10_000n });
    await open(page, pathOf(nombre));
    const dialog = await dialogOf(page, 'Ajustar');
    await dialog.getByText('Disminuir', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Monto' }).fill('1');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Devuelto en efectivo');
    await ask(page, { nombre, token });
    await dialog.getByRole('button', { name: 'Ajustar' }).click();
    await expect(dialog.getByText('El saldo quedaría por debajo de cero.')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveValue(
      'Devuelto en efectivo',
    );
    await expect(dialog.getByRole('status')).toHaveText('SaldoQ 0.00 → −Q 1.00');
  });
});

async function ask(page: Page, { nombre, token }: { nombre: string; token: string }) {
  const answer = await page.request.post('/catalogos/cui-nit', {
    headers: { 'x-integracion-login': nombre, 'x-integracion-token': token },
    data: { nit: wellKnown.individual.nit },
  });
  expect(answer.status()).toBe(200);
}

test('a tariff is scheduled, replaced and cancelled; what somebody else did meanwhile is told', async ({
  page,
  context,
  office,
}) => {
  await signIn(page, await office.person('admin'));
  const { id, nombre } = await office.integration({ saldo: 100_000n, tarifa: 5_000n });
  const other = await context.newPage();
  for (const each of [page, other]) await open(each, pathOf(nombre));
  const year = new Date().getUTCFullYear() + 1;

  const schedule = async (at: Page, quetzales: string, from: string) => {
    const dialog = await dialogOf(at, 'Cambiar tarifa');
    await dialog.getByText('Desde una fecha', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Tarifa' }).fill(quetzales);
    await dialog.locator('[name=from]').fill(from);
    await dialog.getByRole('button', { name: 'Programar' }).click();
  };
  const dialog = page.getByRole('dialog');
  await schedule(page, '0.80', '2020-01-01T00:00');
  await expect(dialog.getByText('Elija una fecha futura')).toBeVisible();
  await expect(dialog.getByText('alcanza para 12 consultas')).toBeVisible();
  const first = `${year}-06-01T00:00`;
  await dialog.locator('[name=from]').fill(first);
  await dialog.getByRole('button', { name: 'Programar' }).click();
  await expect(page.getByText('Se programó la tarifa.')).toBeVisible();
  expect(await states()).toEqual([
    { tarifa: 8_000n, holdsFrom: parseInstant(first), state: 'to_come' },
    { tarifa: 5_000n, holdsFrom: expect.any(Date), state: 'in_force' },
  ]);

  await schedule(other, '0.90', `${year}-07-01T00:00`);
  const refused = other.getByRole('dialog');
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
  expect((await states()).map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
    'in_force',
  ]);

  async function states() {
    const rows = await listTariffs(office.db, id, 10);
    return rows.map(({ tarifa, holdsFrom, state }) => ({ tarifa, holdsFrom, state }));
  }
});

/** Months of entries by hand, as an account has them, some with what spreadsheets dislike. */
async function fill({ db }: Office, id: number, entries: number): Promise<void> {
  await db.execute(sql`
    WITH lines AS (
      SELECT n, CASE WHEN n % 7 = 0 THEN 'ajuste' ELSE 'recarga' END AS kind,
        CASE WHEN n % 7 = 0 THEN -2500 ELSE 1000 + n END AS amount
      FROM generate_series(1, ${entries}::int) AS n
    ), written AS (
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor, nota,
        referencia, created_at)
      SELECT ${id}, n, kind, amount, sum(amount) OVER (ORDER BY n), 'cli:tests',
        CASE n % 3 WHEN 0 THEN '=HYPERLINK("x","y"), ' || n WHEN 1 THEN E'dos\nlíneas' END,
        CASE WHEN n % 2 = 0 THEN '-' || n END,
        clock_timestamp() - (${entries} - n + 1) * interval '90 days' / ${entries}
      FROM lines
    )
    UPDATE accounts SET ledger_seq = ${entries}, saldo = (SELECT sum(amount) FROM lines)
    WHERE integration_id = ${id}`);
}

/** The figures above the lines, by their labels. */
async function totalsOf(page: Page): Promise<Record<string, string>> {
  const title = page.getByRole('heading', { name: 'Movimientos' });
  const facts = page.locator('section').filter({ has: title }).locator('.facts');
  const terms = await facts.locator('dt').allTextContents();
  const amounts = await facts.locator('dt + dd').allTextContents();
  return Object.fromEntries(terms.map((term, place) => [term, amounts[place] ?? '']));
}

async function expectTotals(page: Page, { db }: Office, id: number, period: Period) {
  const { opening, closing, byKind } = await statementTotals(db, id, period);
  expect(await totalsOf(page)).toEqual({
    'Saldo inicial': displayQuetzales(opening),
    Recargas: displayChange(byKind.recarga.amount),
    Cobros: displayChange(byKind.cobro.amount),
    Ajustes: displayChange(byKind.ajuste.amount),
    Devoluciones: displayChange(byKind.devolucion.amount),
    'Saldo final': displayQuetzales(closing),
  });
}

/** A day in Guatemala so many days ago. */
function daysAgo(days: number): string {
  return localSecond(new Date(Date.now() - days * 86_400_000)).slice(0, 10);
}

test('a statement is filtered, adds up, and is read to its last line', async ({ page, office }) => {
  await signIn(page, await office.person('soporte'));
  const { id, nombre, token } = await office.integration({ saldo: 0n, tarifa: 5_000n });
  await fill(office, id, 180);
  for (let n = 0; n < 3; n += 1) await ask(page, { nombre, token });
  await open(page, pathOf(nombre));
  for (const name of ['Recargar', 'Ajustar', 'Cambiar tarifa']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expectTotals(page, office, id, { from: startOfDay(daysAgo(29)) });
  const lines = page.getByRole('region', { name: 'Movimientos' }).locator('tbody tr');
  await expect(lines).toHaveCount(50);
  const newest = (await entriesOf(office, id))[0];
  const link = lines.first().getByRole('link', { name: `Consulta …${newest?.queryId?.slice(-8)}` });
  await expect(link).toHaveAttribute('href', `/console/queries/${newest?.queryId}`);
  await expect(lines.first()).toContainText('−Q 0.50');

  await page.getByRole('link', { name: 'Todo', exact: true }).click();
  await expect(page).toHaveURL(/\?period=all$/);
  await expectTotals(page, office, id, {});
  for (const [first, last] of [
    [133, 84],
    [83, 34],
    [33, 1],
  ]) {
    await page.getByRole('link', { name: 'Más antiguos' }).click();
    await expect(lines.first().getByRole('cell').first()).toHaveText(String(first));
    await expect(lines.last().getByRole('cell').first()).toHaveText(String(last));
  }

  const [from, to] = [daysAgo(60), daysAgo(31)];
  await page.getByRole('textbox', { name: 'Desde' }).fill(from);
  await page.getByRole('textbox', { name: 'Hasta' }).fill(to);
  await page.getByRole('checkbox', { name: 'Ajuste' }).check();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?from=${from}&to=${to}&kind=ajuste$`));
  const period = { from: startOfDay(from), to: startOfDay(daysAgo(30)) };
  await expectTotals(page, office, id, period);
  const due = await ledgerStatement(office.db, id, { ...period, kinds: ['ajuste'], limit: 100 });
  await expect(lines).toHaveCount(due.length);
  expect(await lines.locator('td:first-child').allTextContents()).toEqual(
    due.map(({ seq }) => String(seq)),
  );
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL(new RegExp(`${pathOf(nombre)}$`));
});

test('the file of a statement is the ledger row by row, and runs no formula', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const { id, nombre, token } = await office.integration({ saldo: 0n, tarifa: 5_000n });
  await fill(office, id, 2_500);
  await ask(page, { nombre, token });
  await open(page, `${pathOf(nombre)}?period=all`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`movimientos_${nombre}.csv`);
  const all = await page.request.get(`${pathOf(nombre)}/statement.csv?period=all`);
  expect(all.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
  });
  const [heading, ...rows] = linesOf(await all.text());
  expect(heading?.join()).toBe(
    '\uFEFFnumero,fecha_guatemala,tipo,monto,saldo,nota,referencia,origen,consulta,resultado',
  );
  const entries = (await entriesOf(office, id)).toReversed();
  expect(rows).toEqual(entries.map(cellsOf));
  expect(rows.filter(([, , , , , nota]) => nota?.startsWith("'=HYPERLINK("))).not.toEqual([]);

  const [from, to] = [daysAgo(40), daysAgo(20)];
  const some = await page.request.get(
    `${pathOf(nombre)}/statement.csv?from=${from}&to=${to}&kind=recarga&kind=cobro`,
  );
  expect(some.headers()['content-disposition']).toBe(
    `attachment; filename="movimientos_${nombre}_${from}_${to}.csv"`,
  );
  const due = await ledgerStatement(office.db, id, {
    from: startOfDay(from),
    to: startOfDay(daysAgo(19)),
    kinds: ['recarga', 'cobro'],
    after: 0n,
    limit: 10_000,
  });
  expect(linesOf(await some.text()).slice(1)).toEqual(due.map(cellsOf));
  const missing = await page.request.get(`${pathOf('no-such-integration')}/statement.csv`);
  expect(missing.status()).toBe(404);
});

/** What a line of the file must say of an entry. */
function cellsOf(entry: StatementEntry): string[] {
  const text = (value: string | null) => value?.replace(/^[=-]/, "'$&") ?? '';
  return [
    String(entry.seq),
    localSecond(entry.createdAt),
    entry.kind,
    formatQuetzales(entry.amount),
    formatQuetzales(entry.balanceAfter),
    text(entry.nota),
    // A number that only looks negative is none that could run.
    entry.referencia ?? '',
    entry.actor,
    entry.queryId ?? '',
    entry.outcome ?? '',
  ];
}

/** A reader of its own, after RFC 4180. */
function linesOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy,
  )) {
    lines.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(0, -1);
}

test('a statement is a document on paper: the console around it is not printed', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('soporte'));
  const { id, nombre, token } = await office.integration({ saldo: 0n, tarifa: 5_000n });
  await fill(office, id, 120);
  await ask(page, { nombre, token });
  await open(page, `${pathOf(nombre)}?period=all`);
  await page.getByRole('link', { name: 'Imprimir' }).click();
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { name: 'Estado de cuenta' })).toBeVisible();
  await expect(paper).toContainText(nombre);
  const { closing, byKind } = await statementTotals(office.db, id, {});
  const rowOf = (name: string) => paper.getByRole('row', { name });
  await expect(rowOf('Saldo final')).toContainText(displayQuetzales(closing));
  await expect(rowOf('Ajustes')).toContainText(displayChange(byKind.ajuste.amount));
  const lines = paper.locator('table').last().locator('tbody tr');
  await expect(lines).toHaveCount(121);
  const amounts = await lines.locator('td:nth-last-child(2)').allTextContents();
  const entries = (await entriesOf(office, id)).toReversed();
  expect(amounts).toEqual(entries.map(({ amount }) => displayChange(amount)));

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
  await signIn(page, await office.person('soporte'));
  const { id, nombre, token } = await office.integration({ saldo: 0n, tarifa: 5_000n });
  await fill(office, id, 520);
  for (let n = 0; n < 4; n += 1) await ask(page, { nombre, token });
  await open(page, `${pathOf(nombre)}/print?period=all`);
  const lines = page.getByRole('article').locator('table').last().locator('tbody tr');
  await expect(lines).toHaveCount(521);
  await expect(lines.last()).toContainText('4 consultas');
  await expect(lines.last()).toContainText('−Q 2.00');
  await expect(page.getByText('Los cobros están sumados por día')).toBeVisible();
});
