import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { localSecond, startOfDay } from '@/lib/base/time/guatemala';
import {
  displayChange,
  displayQuetzales,
  formatQuetzales,
  placesOf,
} from '@/lib/base/values/money';
import { condensedStatement } from '@/lib/billing/condensed-statement';
import { refund } from '@/lib/billing/refund';
import {
  ledgerStatement,
  type Period,
  type StatementEntry,
  statementTotals,
} from '@/lib/billing/statement';
import { setTariff } from '@/lib/billing/tariffs';
import es from '@/messages/es.json' with { type: 'json' };
import { auditPlanted } from '@/testing/billing';
import { act } from '@/testing/integration';
import { expect, open, type Setup, test } from './fixtures';

const pathOf = (nombre: string) => `/console/integrations/${nombre}/balance`;

/** So few at once that other audit rows need not wait long. */
const FILLED_AT_ONCE = 100;

/**
 * Writes 90 days of entries, some with text that a spreadsheet would run as a formula. Each is
 * committed with its audit row, because the app checks the ledger meanwhile.
 */
async function fill({ db }: Setup, id: number, entries: number): Promise<void> {
  for (let from = 1; from <= entries; from += FILLED_AT_ONCE) {
    const to = Math.min(from + FILLED_AT_ONCE - 1, entries);
    await db.transaction(async (tx) => {
      await tx.execute(sql`
        WITH lines AS (
          SELECT n, CASE WHEN n % 7 = 0 THEN 'ajuste' ELSE 'recarga' END AS kind,
            CASE WHEN n % 7 = 0 THEN -2500 ELSE 1000 + n END AS amount
          FROM generate_series(1, ${to}::int) AS n
        ), continued AS (SELECT *, sum(amount) OVER (ORDER BY n) AS balance FROM lines),
        written AS (
          INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor, nota,
            created_at)
          SELECT ${id}, n, kind, amount, balance, 'cli:tests', CASE n % 3 WHEN 0 THEN '=1+1' END,
            clock_timestamp() - (${entries} - n + 1) * interval '90 days' / ${entries}
          FROM continued WHERE n >= ${from}
        )
        UPDATE accounts SET ledger_seq = ${to}, saldo = (SELECT sum(amount) FROM lines)
        WHERE integration_id = ${id}`);
      await auditPlanted(tx, id, BigInt(from));
    });
  }
}

async function expectTotals(page: Page, { db }: Setup, id: number, period: Period) {
  const title = page.getByRole('heading', { name: 'Movimientos' });
  const facts = page.locator('section').filter({ has: title }).locator('.facts');
  const { opening, closing, byKind } = await statementTotals(db, id, period);
  await expect(facts.locator('dt, dt + dd')).toHaveText([
    'Saldo inicial',
    displayQuetzales(opening),
    'Recargas',
    displayChange(byKind.recarga.amount),
    'Cobros',
    displayChange(byKind.cobro.amount),
    'Ajustes',
    displayChange(byKind.ajuste.amount),
    'Devoluciones',
    displayChange(byKind.devolucion.amount),
    'Saldo final',
    displayQuetzales(closing),
  ]);
}

/** The day in Guatemala so many days ago. */
function daysAgo(days: number): string {
  return localSecond(new Date(Date.now() - days * 86_400_000)).slice(0, 10);
}

test('a statement is filtered, adds up, and is downloaded', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(setup, id, 180);
  const charged = await setup.query(integration);
  await setup.open(page, 'soporte', pathOf(nombre));
  for (const name of ['Recargar', 'Ajustar', 'Cambiar tarifa']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expectTotals(page, setup, id, { from: startOfDay(daysAgo(29)) });
  const lines = page.getByRole('region', { name: 'Movimientos' }).locator('tbody tr');
  await expect(lines).toHaveCount(50);
  await expect(lines.first()).toContainText('−Q 0.50');
  const link = lines.first().getByRole('link', { name: `Consulta …${charged.slice(-8)}` });
  await expect(link).toHaveAttribute('href', `/console/queries/${charged}`);
  await page.getByRole('link', { name: 'Todo', exact: true }).click();
  await expect(page).toHaveURL(/\?period=all$/);
  await expectTotals(page, setup, id, {});
  await page.getByRole('link', { name: 'Más antiguos' }).click();
  await expect(lines.first().getByRole('rowheader')).toHaveText('131');

  const [from, to] = [daysAgo(60), daysAgo(31)];
  await page.getByRole('textbox', { name: 'Desde' }).fill(from);
  await page.getByRole('textbox', { name: 'Hasta' }).fill(to);
  await page.getByRole('checkbox', { name: 'Ajuste' }).check();
  await expect(page).toHaveURL(new RegExp(`\\?from=${from}&to=${to}&kind=ajuste$`));
  const period = { from: startOfDay(from), to: startOfDay(daysAgo(30)) };
  const due = await ledgerStatement(setup.db, id, { ...period, kinds: ['ajuste'], limit: 100 });
  await expect(lines.getByRole('rowheader')).toHaveText(due.map(({ seq }) => String(seq)));
  await expectTotals(page, setup, id, period);
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

test('the file is the ledger row by row, without formulas', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(setup, id, 2_500);
  await setup.ask(integration);
  await setup.enter(page, 'soporte');
  const answer = await page.request.get(`${pathOf(nombre)}/statement.csv?period=all`);
  expect(answer.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
  });
  const [heading, ...rows] = cellsOf(await answer.text());
  expect(heading?.join()).toBe(
    '\uFEFFnumero,fecha_guatemala,tipo,monto,saldo,consulta,tarifa,nota,referencia,origen,id_consulta,resultado',
  );
  expect(rows).toEqual(
    (await ledgerStatement(setup.db, id, { limit: 10_000 })).toReversed().map(expectedCells),
  );
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
    es.statement.kinds[entry.kind],
    formatQuetzales(entry.amount),
    formatQuetzales(entry.balanceAfter),
    entry.lookup ?? '',
    entry.queryId === null ? '' : '0.50',
    entry.nota === null ? '' : `'${entry.nota}`,
    entry.referencia ?? '',
    entry.actor,
    entry.queryId ?? '',
    entry.ending === 'found' ? 'Con datos' : (entry.ending ?? ''),
  ];
}

test('a long statement is printed with its charges by day', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 0n, tarifa: 5_000n });
  const { id, nombre } = integration;
  await fill(setup, id, 520);
  for (let n = 0; n < 4; n += 1) await setup.ask(integration);
  await setup.open(page, 'soporte', `${pathOf(nombre)}?period=all`);
  await page.getByRole('link', { name: 'Imprimir' }).click();
  const paper = page.getByRole('article');
  await expect(paper.getByRole('heading', { name: 'Estado de cuenta' })).toBeVisible();
  await expect(paper).toContainText(nombre);
  const totals = await statementTotals(setup.db, id, {});
  const rowOf = (name: string) => paper.getByRole('row', { name });
  await expect(rowOf('Saldo final')).toContainText(displayQuetzales(totals.closing));
  await expect(rowOf('Ajustes')).toContainText(displayChange(totals.byKind.ajuste.amount));
  const lines = paper.locator('table').last().locator('tbody tr');
  const due = await condensedStatement(setup.db, id, totals);
  const places = placesOf(due.map(({ amount }) => amount));
  await expect(lines.locator('td:nth-last-child(2)')).toHaveText(
    due.map(({ amount }) => displayChange(amount, places)),
  );
  await expect(lines).toHaveCount(521);
  await expect(lines.last()).toContainText('4 consultas');
  await expect(page.getByText('Los cobros están sumados por día')).toBeVisible();

  await page.emulateMedia({ colorScheme: 'dark' });
  const white = 'rgb(255, 255, 255)';
  await expect(rowOf('Saldo final').getByRole('rowheader')).toHaveCSS('background-color', white);

  await page.emulateMedia({ media: 'print' });
  await expect(paper).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a month is printed on two sheets that say what they belong to', async ({ page, setup }) => {
  const { id, nombre } = await setup.integration({ saldo: 0n });
  await fill(setup, id, 180);
  await setup.open(page, 'soporte', `${pathOf(nombre)}/print`);
  const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  expect(sheets).toHaveLength(2);
  const days = /\d+.* de 2026/.exec(sheets[0]?.text ?? '')?.[0] ?? 'no period';
  expect(sheets[0]?.text).toMatch(/^Página 1 de 2\nEstado de cuenta\n/);
  expect(sheets[1]?.text).toContain(`${nombre} · ${days}`);
  expect(sheets[1]?.text).toMatch(/Emitido el \d+ de \S+ de 2026 a las \d\d:\d\d\nPágina 2 de 2\n/);
  // No word is broken, so each name of a kind is a piece of text.
  const entries = await ledgerStatement(setup.db, id, {
    from: startOfDay(daysAgo(29)),
    limit: 200,
  });
  const pieces = sheets.flatMap(({ items }) => items.map(({ str }) => str));
  for (const [kind, name] of [
    ['recarga', 'Recarga'],
    ['ajuste', 'Ajuste'],
  ]) {
    const due = entries.filter((entry) => entry.kind === kind).length;
    expect(pieces.filter((piece) => piece === name)).toHaveLength(due);
  }
  // The text begins at the margin of 16 mm.
  const left = Math.min(...sheets.flatMap(({ items }) => items.map(({ x }) => x)));
  expect(Math.round((left / 72) * 25.4)).toBeLessThanOrEqual(18);
});

interface Sheet {
  readonly text: string;
  /** Pieces of text with their distance from the left edge in points. */
  readonly items: readonly { readonly str: string; readonly x: number }[];
}

async function sheetsOf(pdf: Buffer): Promise<Sheet[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document);
  return Promise.all(
    text.map(async (text, place) => {
      const { items } = await (await document.getPage(place + 1)).getTextContent();
      const pieces = items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' ? [{ str: item.str, x: item.transform[4] }] : [],
      );
      return { text, items: pieces };
    }),
  );
}

test('a month is reconciled by lookup and tariff, between two named parties', async ({
  page,
  setup,
}) => {
  const integration = await setup.integration({ tarifa: 5_000n });
  const { id, nombre } = integration;
  await setup.query(integration);
  const refunded = await setup.query(integration);
  await act(setup.db, setTariff, { nombre, tarifa: 7_500n });
  await setup.query(integration);
  await act(setup.db, refund, { nombre, queryId: refunded, nota: 'tests' });
  await setup.db.execute(sql`UPDATE integrations SET customer_name = 'Factura, S. A.',
    customer_tax_number = '4567890-1' WHERE id = ${id}`);
  await setup.open(page, 'soporte', pathOf(nombre));
  const rows = page.getByRole('region', { name: 'Cobros por tipo de consulta' }).getByRole('row');
  const due = [
    'Tipo de consulta Tarifa Cobradas Devueltas Importe neto',
    'CUI y NIT Q 0.50 2 1 Q 0.50',
    'CUI y NIT Q 0.75 1 0 Q 0.75',
    'Total 3 1 Q 1.25',
  ];
  const written = async () =>
    (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await expect.poll(written).toEqual(due);
  const lines = page.getByRole('region', { name: 'Movimientos' }).locator('tbody tr');
  await expect(lines.nth(1)).toContainText('CUI y NIT a Q 0.75');

  await open(page, `${pathOf(nombre)}/print`);
  await expect.poll(written).toEqual(due);
  const paper = page.getByRole('article');
  await expect(paper).toContainText('Emisor');
  await expect(paper).toContainText(`Factura, S. A. (${nombre})`);
  await expect(paper).toContainText('NIT 4567890-1');
  await expect(paper).toContainText('CUI y NIT a Q 0.75');

  // As cards, the total has no tariff and says none.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rows.last().locator('[data-label=Tarifa]')).toBeHidden();
});
