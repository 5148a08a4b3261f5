import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { catalogRtu, cuiNit, type LookupUnderTest, renap, somebody } from '@/checks/lookups';
import { freshRequestId } from '@/e2e/gateway/fixtures';
import { localMinute } from '@/lib/base/time/guatemala';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import { newestRecords } from '@/testing/records';
import { look } from './accessible';
import { expect, hydrated, open, signIn, test } from './fixtures';

/** Support finds a query by what an integrator knows of it, and reads what to answer. */

/** Rows of one of the tables of a page. */
const rowsOf = (page: Page, table: string) =>
  page.getByRole('region', { name: table, exact: true }).last().locator('tbody tr');

async function filterBy(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await open(page, '/console/queries');
  await page.getByText('Más filtros').click();
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&](id|request|from)=/);
}

const THEIRS = 'El problema es de la fuente, no de la integración.';

/** An ending of each kind, with the text of its explanation after the introduction. */
const ENDINGS: readonly (readonly [LookupUnderTest, Behaviour | 'found', says: string])[] = [
  [
    catalogRtu,
    'status-401',
    'La fuente rechazó las credenciales del servicio. La integración recibió 401 con el mensaje «No fue posible autenticar la consulta. Escribe a soporte». No se cobró. El problema es nuestro. Repetirla no ayuda hasta que lo resolvamos con la fuente.',
  ],
  [
    renap,
    'reset',
    `La fuente no pudo resolver la consulta. La conexión con ella se cortó antes de su respuesta. La integración recibió 500 con el mensaje «The registry could not be queried». Esta consulta no tiene costo. ${THEIRS} Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.`,
  ],
  [
    renap,
    'status-500',
    `El registro de personas respondió con el estado 500: falló. Su respuesta se entregó tal como vino. La integración recibió 500 con la respuesta del registro. Esta consulta no tiene costo. ${THEIRS} Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.`,
  ],
  [
    cuiNit,
    'found',
    'La fuente tenía el registro. La integración recibió 200 con el registro. Se cobró Q\u00a00.75. El servicio respondió como corresponde. Los datos son los que publica la fuente.',
  ],
];

test('the ending of a query is explained', async ({ page, setup, api }) => {
  const as = await api.integration({ tarifa: 7_500n });
  const cases = ENDINGS.map(([lookup, behaviour, says]) => {
    const who = behaviour === 'found' ? somebody : reserved(behaviour);
    return { lookup, who, says, requestId: freshRequestId() };
  });
  await Promise.all(
    cases.map(({ lookup, who, requestId }) =>
      api.ask(lookup, { as, json: lookup.question(who), requestId }),
    ),
  );
  const records = await newestRecords(setup.db, as.id, cases.length);
  await setup.enter(page, 'soporte');
  for (const { lookup, who, says, requestId } of cases) {
    const record = records.find((one) => one.requestId === requestId);
    expect(record, `a record of ${lookup.path}, which should say: ${says}`).toBeDefined();
    expect((await page.goto(`/console/queries/${record?.id}`))?.status()).toBe(200);
    const text = (await page.getByTestId('explanation').textContent()) ?? '';
    expect(text).toContain(`${as.nombre} consultó ${lookup.path} por el identificador`);
    expect(text).toContain(`(solicitud ${requestId}).`);
    expect(text).not.toContain(lookup === renap ? who.cui : who.nit);
    expect(text.slice(text.indexOf('). ') + 3)).toBe(says);
  }
});

test('a query is found, and leads to its charge', async ({ page, setup, api }) => {
  const as = await api.integration({ tarifa: 7_500n });
  const requestId = freshRequestId();
  const at = new Date();
  await api.ask(renap, { as, json: { cui: somebody.cui } });
  await api.ask(cuiNit, { as, json: { nit: somebody.nit }, requestId });
  const rows = rowsOf(page, 'Consultas');
  await setup.enter(page, 'soporte');

  await test.step('by an identifier, however it is written; only its end is shown', async () => {
    const spaced = somebody.cui.replace(/^(\d{4})(\d{5})(\d{4})$/, '$1 $2 $3');
    await filterBy(page, { Integración: as.nombre, Identificador: spaced });
    const chip = page.getByRole('link', { name: /^Quitar el filtro Identificador/ });
    await expect(chip).toHaveText(`Identificador: ●●●${somebody.cui.slice(-4)}×`);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`CUI ●●●${somebody.cui.slice(-4)}`);
    await expect(rows).toContainText('Respuesta del registro');
    expect(page.url()).not.toContain(somebody.cui);
    await chip.click();
    await expect(page).not.toHaveURL(/[?&]id=/);
  });

  await test.step('by the minute on a clock in Guatemala', async () => {
    const minute = at.getTime() - (at.getTime() % 60_000);
    const local = (ms: number) => {
      const [date = '', time = ''] = localMinute(new Date(ms)).split('T');
      return `${date.split('-').reverse().join('/')} ${time}`;
    };
    const [Desde, Hasta] = [local(minute), local(minute + 120_000)];
    await filterBy(page, { Integración: as.nombre.slice(2), Desde, Hasta });
    await expect(rows).toHaveCount(2);
  });

  await test.step('with the queries beside it in the list, to which one comes back', async () => {
    const list = page.url();
    const links = rows.getByRole('link');
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const [newest, oldest] = hrefs;
    await links.first().click();
    await expect(page).toHaveURL(newest ?? '');
    const tail = new URL(page.url()).pathname.slice(-8);
    await expect(page).toHaveTitle(`Consulta …${tail} · Pasarela`);
    await expect(page.getByRole('button', { name: 'Más nueva' })).toBeDisabled();
    await hydrated(page);
    await page.keyboard.press('j');
    await expect(page).toHaveURL(oldest ?? '');
    await hydrated(page);
    await page.keyboard.press('k');
    await expect(page).toHaveURL(newest ?? '');
    await page.getByRole('link', { name: 'Volver a la lista' }).click();
    await expect(rows).toHaveCount(2);
    expect(new URL(page.url()).searchParams.get('from')).toBe(
      new URL(list).searchParams.get('from'),
    );
  });

  await test.step('by the id of its request', async () => {
    await filterBy(page, { 'ID de solicitud': requestId });
    await expect(rows).toHaveCount(1);
    await rows.getByRole('link').first().click();
    await page.getByRole('link', { name: 'Movimiento 2, saldo después Q 99.25' }).click();
    await expect(rowsOf(page, 'Movimientos').first()).toContainText('−Q 0.75');
  });
});

test('filters apply at once, and are removed one by one', async ({ page, setup }) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'soporte', '/console/queries?period=7d');
  const chips = page.getByRole('list', { name: 'Filtros activos' }).getByRole('listitem');
  const status = page.getByLabel('Estado', { exact: true });
  await status.focus();
  await status.selectOption('5xx');
  await expect(page).toHaveURL('/console/queries?period=7d&status=5xx');
  await expect(status).toBeFocused();
  const since = page.getByLabel('Desde', { exact: true });
  await since.fill('mañana');
  await page.getByLabel('Integración', { exact: true }).fill(nombre);
  await expect(page.getByText('Escriba la fecha y la hora: 22/11/2026 14:30.')).toBeVisible();
  await since.fill('3/10/2026, 18:05');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    `/console/queries?integration=${nombre}&status=5xx&from=2026-10-03T18%3A05`,
  );
  await expect(chips).toHaveText([
    `Integración: ${nombre}×`,
    'Estado: 5xx×',
    'Desde: 03/10/2026, 18:05×',
    'Quitar filtros',
  ]);
  await expectApart(page);
  await page.getByRole('link', { name: 'Quitar el filtro Estado: 5xx' }).click();
  await expect(chips).toHaveCount(3);
  await expect(status).toHaveValue('');
  await expect(page.getByRole('search', { name: 'Filtros' })).toBeFocused();
  await page.getByRole('link', { name: 'Quitar filtros' }).click();
  await expect(page).toHaveURL('/console/queries');
  await expect(since).toHaveValue('');
});

/** Expects that no field or chip covers another, at any width. */
async function expectApart(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const fold = page.getByRole('button', { name: 'Filtros', expanded: false });
    if (await fold.isVisible()) await fold.click();
    await expect.poll(() => page.evaluate(coveredFields), `${width} px`).toEqual([]);
  }
  if (size !== null) await page.setViewportSize(size);
}

/** Lists the fields and chips that cover another. Runs in the page. */
function coveredFields(): string[] {
  const fields = '.filter-bar :is(label, input[name], select, .chips a)';
  const shown = [...document.querySelectorAll(fields)].filter((field) => field.checkVisibility());
  if (shown.length <= 10) return [`only ${shown.length} fields`];
  return shown.flatMap((one, place) => {
    const a = one.getBoundingClientRect();
    return shown.slice(place + 1).flatMap((other) => {
      const b = other.getBoundingClientRect();
      const across = a.left < b.right && b.left < a.right;
      const apart = !(across && a.top < b.bottom && b.top < a.bottom);
      return apart ? [] : [`${one.textContent || one.className} and ${other.textContent}`];
    });
  });
}

test('an identifier is shown for a reason, which is audited', async ({ page, setup }) => {
  const as = await setup.integration();
  const path = `/console/queries/${await setup.query(as)}`;
  const { nit } = somebody;
  const person = await setup.person('soporte');
  await signIn(page, person);
  await setup.ageReauthentication(person);
  await open(page, path);
  expect(await page.content()).not.toContain(nit);
  await page.getByRole('button', { name: 'Mostrar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mostrar el identificador' });
  await dialog.getByLabel('Motivo').fill('.');
  await dialog.getByRole('button', { name: 'Mostrar' }).click();
  await expect(dialog.getByText('El motivo debe tener al menos 10 caracteres.')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Lo pidió el integrador');
  await look(page);
  await dialog.getByRole('button', { name: 'Mostrar' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await proof.getByLabel('Contraseña').fill(person.password);
  await proof.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText(`NIT ${nit}`).locator('..')).toBeFocused();
  expect(page.url()).not.toContain(nit);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Mostrar' })).toBeVisible();
  expect(await page.content()).not.toContain(nit);

  await setup.open(page, 'admin', `/console/audit?target=${as.nombre}&action=query.reveal`);
  const shown = page.locator('tbody tr');
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('Finalidad: Lo pide el integrador');
  await expect(shown).toContainText('Motivo: Lo pidió el integrador');
  expect(await page.content()).not.toContain(nit);
});

test('a selection on the chart becomes the period', async ({ page, setup }) => {
  const as = await setup.integration();
  await setup.ask(as);
  const all = `/console/queries?integration=${as.nombre}&period=24h`;
  const bars = page.getByRole('slider', { name: 'Consultas en el tiempo' });

  await test.step('the last bars, where the query is', async () => {
    await setup.open(page, 'soporte', all);
    await bars.focus();
    await page.keyboard.press('End');
    await expect(bars).toHaveAttribute('aria-valuetext', /Con éxito: 1,/);
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]from=.*&to=/);
    expect(page.url()).not.toContain('period=');
    await expect(rowsOf(page, 'Consultas')).toHaveCount(1);
  });

  await test.step('the first half, where it is not', async () => {
    await open(page, all);
    const box = await bars.boundingBox();
    if (box === null) throw new Error('The bars are not drawn.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Ver este tramo' }).click();
    await page.waitForURL(/[?&]from=.*&to=/);
    await expect(page.getByText('Ninguna consulta coincide en este período.')).toBeVisible();
    await expect(rowsOf(page, 'Consultas')).toHaveCount(0);
  });
});

test('an identifier removed or sealed elsewhere stays hidden', async ({ page, setup }) => {
  const as = await setup.integration();
  const [locked, removed] = [await setup.query(as), await setup.query(as)];
  await setup.db.execute(sql`
    UPDATE query_records SET identifiers = NULL, identifier_keys = '{}' WHERE id = ${removed}`);
  await setup.db.execute(sql`
    UPDATE query_records SET identifiers = 'sealed elsewhere'::bytea WHERE id = ${locked}`);
  await setup.open(page, 'soporte', `/console/integrations/${as.nombre}/queries`);
  await expect(rowsOf(page, 'Consultas').nth(0)).toContainText('eliminado');
  await expect(rowsOf(page, 'Consultas').nth(1)).toContainText('sin clave');
  for (const id of [removed, locked]) {
    await page.goto(`/console/queries/${id}`);
    await expect(page.getByRole('heading', { name: 'Qué pasó' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mostrar' })).toHaveCount(0);
  }
});

test('the page of an unknown query says what to check', async ({ page, setup }) => {
  await setup.open(page, 'soporte', '/console/queries/01a1fe98-607c-7155-addd-59a6e0225b4b');
  await expect(page.getByRole('heading', { name: 'No encontramos esta consulta' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'más antiguo' })).toBeVisible();
});
