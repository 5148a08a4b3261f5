import type { Page } from '@playwright/test';
import {
  catalogs,
  cuiNit,
  type LookupUnderTest,
  renap,
  rtu,
  somebody,
} from '@/cli/conformance/lookups';
import { type Api, freshRequestId } from '@/e2e/gateway/fixtures';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';
import type { TestIntegration } from '@/testing/integration';
import { newestRecords } from '@/testing/records';
import { apiTest as test } from './api';
import { expect, open, signIn } from './fixtures';

/** Support finds a query from what an integrator tells of it, and reads what to answer. */

/** What an integrator may know of a query that went wrong. */
interface Told {
  readonly requestId: string;
  readonly identifier: string;
  readonly integration: string;
  readonly at: Date;
}

type Finding = (page: Page, told: Told) => Promise<void>;

async function openFilters(page: Page, nombre: string): Promise<void> {
  await open(page, '/console/queries');
  await page.getByLabel('Integración', { exact: true }).fill(nombre);
}

/** The rows of one of the tables of a page. */
const rowsOf = (page: Page, table: string) =>
  page.getByRole('region', { name: table, exact: true }).last().locator('tbody tr');

async function apply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL(/[?&](id|request|from)=/);
}

const byRequest: Finding = async (page, { requestId }) => {
  await open(page, '/console/queries');
  await page.getByLabel('Id de solicitud').fill(requestId);
  await apply(page);
};

const byIdentifier: Finding = async (page, { identifier, integration }) => {
  await openFilters(page, integration);
  await page.getByLabel('Identificador', { exact: true }).fill(identifier);
  await apply(page);
};

/** The minute by a clock in Guatemala. */
const byTime: Finding = async (page, { integration, at }) => {
  await openFilters(page, integration);
  await page.getByText('Más filtros').click();
  const minute = at.getTime() - (at.getTime() % 60_000);
  const local = (ms: number) => new Date(ms - 6 * 3_600_000).toISOString().slice(0, 16);
  await page.getByLabel('Desde', { exact: true }).fill(local(minute));
  await page.getByLabel('Hasta', { exact: true }).fill(local(minute + 120_000));
  await apply(page);
};

/** Asks, finds the query in the console, opens it, and gives the paragraph that explains it. */
async function explained(
  { page, api }: { page: Page; api: Api },
  as: TestIntegration,
  lookup: LookupUnderTest,
  { behaviour, find }: { behaviour?: Behaviour; find: Finding },
): Promise<string> {
  const who = behaviour === undefined ? somebody : reserved(behaviour);
  const requestId = freshRequestId();
  const at = new Date();
  await api.ask(lookup, { as, json: lookup.question(who), requestId });
  const identifier = lookup === renap ? who.cui : who.nit;
  await find(page, { requestId, identifier, integration: as.nombre, at });
  const row = rowsOf(page, 'Consultas').filter({ hasText: requestId.slice(0, 8) });
  await expect(row).toHaveCount(1);
  expect(page.url()).not.toContain(identifier);
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Qué pasó' })).toBeVisible();
  const text = (await page.getByTestId('explanation').textContent()) ?? '';
  expect(text).toContain(`${as.nombre} consultó ${lookup.path} por el identificador`);
  expect(text).toContain(`(solicitud ${requestId}).`);
  expect(text).not.toContain(identifier);
  return text;
}

interface Row {
  readonly title: string;
  readonly lookup: LookupUnderTest;
  readonly behaviour?: Behaviour;
  readonly find: Finding;
  /** Everything after the introduction. */
  readonly says: string;
}

const [, catalogRtu, omisos] = catalogs;

const rows: readonly Row[] = [
  {
    title: '400: the source rejected the data',
    lookup: cuiNit,
    behaviour: 'status-400',
    find: byIdentifier,
    says: 'La fuente rechazó los datos. La integración recibió 400 con el mensaje «Los datos de la consulta no son validos». No se cobró. La corrección está del lado de la integración. Conviene revisar el identificador; si es correcto, probar más tarde.',
  },
  {
    title: '401: the source rejected the service',
    lookup: catalogRtu,
    behaviour: 'status-401',
    find: byRequest,
    says: 'La fuente rechazó las credenciales del servicio. La integración recibió 401 con el mensaje «No fue posible autenticar la consulta. Escribe a soporte». No se cobró. El problema es nuestro. Repetirla no ayuda hasta que lo resolvamos con la fuente; avisaremos.',
  },
  {
    title: '402: the balance of the service at the source is exhausted',
    lookup: omisos,
    behaviour: 'status-402',
    find: byTime,
    says: 'El servicio no tiene saldo con la fuente. La integración recibió 402 con el mensaje «El servicio de consultas no tiene saldo disponible. Escribe a soporte». No se cobró. El problema es nuestro. Repetirla no ayuda hasta que lo resolvamos con la fuente; avisaremos.',
  },
  {
    title: '403: the source denies the query type',
    lookup: cuiNit,
    behaviour: 'status-403',
    find: byRequest,
    says: 'La fuente no permite este tipo de consulta. La integración recibió 403 con el mensaje «Esta consulta no esta habilitada. Escribe a soporte». No se cobró. El problema es nuestro. Repetirla no ayuda hasta que lo resolvamos con la fuente; avisaremos.',
  },
  {
    title: '404: the source has no result',
    lookup: catalogRtu,
    behaviour: 'status-404',
    find: byIdentifier,
    says: 'La fuente no tiene resultado, o marcó la consulta como fallida. La integración recibió 404 con el mensaje «No encontramos informacion para los datos enviados». No se cobró. No hubo falla. Conviene revisar el identificador; si es correcto, probar más tarde.',
  },
  {
    title: '404: the source marked the query as failed',
    lookup: omisos,
    behaviour: 'not-successful',
    find: byIdentifier,
    says: 'La fuente no tiene resultado, o marcó la consulta como fallida. La integración recibió 404 con el mensaje «No encontramos informacion para los datos enviados». No se cobró. No hubo falla. Conviene revisar el identificador; si es correcto, probar más tarde.',
  },
  {
    title: '429: the source limits queries',
    lookup: cuiNit,
    behaviour: 'status-429',
    find: byTime,
    says: 'La fuente está limitando las consultas. La integración recibió 429 con el mensaje «Demasiadas consultas seguidas. Intenta de nuevo en unos minutos». No se cobró. El problema es de la fuente, no de la integración. Puede repetirse en unos minutos, con esperas crecientes.',
  },
  {
    title: '502: the source failed',
    lookup: omisos,
    behaviour: 'status-503',
    find: byRequest,
    says: 'La fuente no pudo resolver la consulta. Respondió con el estado 503. La integración recibió 502 con el mensaje «El servicio de consultas no esta disponible en este momento». No se cobró. El problema es de la fuente, no de la integración. Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.',
  },
  {
    title: '502: the source did not respond before the ceiling',
    lookup: catalogRtu,
    behaviour: 'hang',
    find: byTime,
    says: 'La fuente no pudo resolver la consulta. No respondió dentro del tiempo de espera. La integración recibió 502 con el mensaje «El servicio de consultas no esta disponible en este momento». No se cobró. El problema es de la fuente, no de la integración. Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.',
  },
  {
    title: '500: the person registry failed',
    lookup: renap,
    behaviour: 'reset',
    find: byIdentifier,
    says: 'La fuente no pudo resolver la consulta. La conexión con ella se cortó. La integración recibió 500 con el mensaje «The registry could not be queried». Esta consulta no tiene costo. El problema es de la fuente, no de la integración. Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.',
  },
  {
    title: '500: the RTU by NIT failed',
    lookup: rtu,
    behaviour: 'not-json',
    find: byIdentifier,
    says: 'La fuente no pudo resolver la consulta. Su respuesta no se pudo leer. La integración recibió 500 con el mensaje «The registry could not be queried». Esta consulta no tiene costo. El problema es de la fuente, no de la integración. Puede repetirse sin riesgo de un cobro doble, con esperas crecientes.',
  },
  {
    title: 'a status that the person registry passed on',
    lookup: renap,
    behaviour: 'status-404',
    find: byRequest,
    says: 'La fuente no tiene resultado, o marcó la consulta como fallida. La integración recibió 404 con la respuesta del registro. Esta consulta no tiene costo. No hubo falla. Conviene revisar el identificador; si es correcto, probar más tarde.',
  },
  {
    title: '200, charged',
    lookup: cuiNit,
    find: byIdentifier,
    says: 'La fuente tenía el registro. La integración recibió 200 con el registro. Se cobró Q 0.75. No hubo falla. Los datos son los que publica la fuente.',
  },
  {
    title: '200 with nothing in it, charged',
    lookup: cuiNit,
    behaviour: 'empty',
    find: byTime,
    says: 'La fuente dio la consulta por exitosa, pero no entregó ningún dato. La integración recibió 200 con todos los campos en null. Se cobró Q 0.75. No hubo falla. No significa que el contribuyente no exista: conviene revisar el NIT o CUI y, si es correcto, repetir más tarde o con actualizado en true.',
  },
];

for (const { title, lookup, find, says, ...rest } of rows) {
  test(`explained: ${title}`, async ({ page, office, api }) => {
    await signIn(page, await office.person('soporte'));
    const as = await api.integration({ tarifa: 7_500n });
    const text = await explained({ page, api }, as, lookup, { find, ...rest });
    expect(text.slice(text.indexOf('). ') + 3)).toBe(says);
  });
}

test('a charge leads to its entry in the statement', async ({ page, office, api }) => {
  await signIn(page, await office.person('soporte'));
  const as = await api.integration({ tarifa: 7_500n });
  await explained({ page, api }, as, cuiNit, { find: byRequest });
  await page.getByRole('link', { name: 'Movimiento 2, saldo después Q 99.25' }).click();
  await expect(rowsOf(page, 'Movimientos').first()).toContainText('−Q 0.75');
});

for (const role of ['admin', 'soporte'] as const) {
  test(`${role} sees the end of an identifier, and all of it for a reason`, async ({
    page,
    office,
    api,
  }) => {
    const person = await office.person(role);
    await signIn(page, person);
    const as = await api.integration();
    await explained({ page, api }, as, cuiNit, { find: byIdentifier });
    expect(await page.content()).not.toContain(somebody.nit);
    await page.getByRole('button', { name: 'Mostrar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mostrar el identificador' });
    await dialog.getByLabel('Motivo').fill('Lo pidió el integrador');
    await dialog.getByRole('button', { name: 'Mostrar' }).click();
    await expect(page.getByText(`NIT ${somebody.nit}`)).toBeVisible();
    expect(page.url()).not.toContain(somebody.nit);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Mostrar' })).toBeVisible();
    expect(await page.content()).not.toContain(somebody.nit);

    await signIn(page, await office.person('admin'));
    await open(page, `/console/audit?target=${as.nombre}&action=query.reveal`);
    const shown = page.locator('tbody tr');
    await expect(shown).toHaveCount(1);
    await expect(shown).toContainText(person.email);
    await expect(shown).toContainText('Motivo: Lo pidió el integrador');
    expect(await page.content()).not.toContain(somebody.nit);
  });
}

test('an identifier is found however it is written, and what was looked for shows its end', async ({
  page,
  office,
  api,
}) => {
  await signIn(page, await office.person('soporte'));
  const as = await api.integration();
  await api.ask(renap, { as, json: { cui: somebody.cui } });
  const spaced = somebody.cui.replace(/^(\d{4})(\d{5})(\d{4})$/, '$1 $2 $3');
  await openFilters(page, as.nombre);
  await page.getByLabel('Identificador', { exact: true }).fill(spaced);
  await apply(page);
  await expect(page.getByText(`identificador ●●●${somebody.cui.slice(-4)}`)).toBeVisible();
  await expect(rowsOf(page, 'Consultas')).toHaveCount(1);
  await expect(rowsOf(page, 'Consultas')).toContainText(`CUI ●●●${somebody.cui.slice(-4)}`);
  await page.getByRole('link', { name: /^Quitar el filtro identificador/ }).click();
  await expect(page).not.toHaveURL(/[?&]id=/);
});

test('a stretch of the bars becomes the period, by keyboard and by dragging', async ({
  page,
  office,
  api,
}) => {
  await signIn(page, await office.person('soporte'));
  const as = await api.integration();
  await api.ask(cuiNit, { as, json: cuiNit.question(somebody) });
  const all = `/console/queries?integration=${as.nombre}&period=24h`;
  const bars = page.getByRole('slider', { name: 'Consultas en el tiempo' });

  await test.step('the last bars, where the query is', async () => {
    await open(page, all);
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

test('what is removed or sealed under another key says so', async ({ page, office, api }) => {
  await signIn(page, await office.person('soporte'));
  const as = await api.integration();
  for (const _ of [1, 2]) await api.ask(renap, { as, json: { cui: somebody.cui } });
  const [removed, locked] = await newestRecords(office.db, as.id, 2);
  await office.db
    .$client`UPDATE query_records SET identifiers = NULL, identifier_keys = '{}' WHERE id = ${removed?.id ?? ''}`;
  await office.db
    .$client`UPDATE query_records SET identifiers = 'sealed elsewhere'::bytea WHERE id = ${locked?.id ?? ''}`;
  await open(page, `/console/integrations/${as.nombre}/queries`);
  await expect(rowsOf(page, 'Consultas').nth(0)).toContainText('eliminado');
  await expect(rowsOf(page, 'Consultas').nth(1)).toContainText('sin clave');
  for (const id of [removed?.id, locked?.id]) {
    await open(page, `/console/queries/${id}`);
    await expect(page.getByRole('heading', { name: 'Qué pasó' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mostrar' })).toHaveCount(0);
  }
});

test('an id that nobody has tells what to check', async ({ page, office }) => {
  await signIn(page, await office.person('soporte'));
  await page.goto('/console/queries/01a1fe98-607c-7155-addd-59a6e0225b4b');
  await expect(page.getByRole('heading', { name: 'No encontramos esta consulta' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'más antiguo' })).toBeVisible();
});
