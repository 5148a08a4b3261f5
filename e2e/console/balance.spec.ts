import type { Locator, Page, Route } from '@playwright/test';
import { parseInstant } from '@/lib/base/time/guatemala';
import { listTariffs } from '@/lib/billing/list-tariffs';
import { ledgerStatement, type StatementEntry } from '@/lib/billing/statement';
import { look } from './accessible';
import { expect, open, type Setup, test } from './fixtures';

const pathOf = (nombre: string) => `/console/integrations/${nombre}/balance`;

/** Presses a button of the page and gives the dialog that it opens. */
async function dialogOf(page: Page, button: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The newest first. */
function entriesOf({ db }: Setup, id: number): Promise<StatementEntry[]> {
  return ledgerStatement(db, id, { limit: 10_000 });
}

test('a top-up pressed twice counts once', async ({ page, setup }) => {
  const { id, nombre } = await setup.integration({ saldo: 1_000_000n });
  await setup.open(page, 'admin', pathOf(nombre));
  const dialog = await dialogOf(page, 'Recargar');
  const submit = dialog.getByRole('button', { name: 'Recargar' });
  await expect(dialog.getByRole('textbox', { name: 'Monto' })).toBeFocused();
  await submit.click();
  await expect(dialog.getByText('El monto debe ser mayor que cero')).toBeVisible();
  await look(page);
  await dialog.getByRole('textbox', { name: 'Monto' }).fill('1,250');
  await submit.click();
  await expect(dialog.getByText('«1,250» se puede leer de dos maneras.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Monto' }).fill('1,250.50');
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 100.00 → Q 1,350.50');
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('Depósito');
  await dialog.getByRole('textbox', { name: 'Referencia' }).fill('BI-4711');
  await submit.dblclick();
  await expect(page.getByText('Recarga registrada. Nuevo saldo: Q 1,350.50.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Depósito/ });
  await expect(row).toContainText('Ref. BI-4711');
  await expect(row).toContainText('+Q 1,250.50');
  expect(await entriesOf(setup, id)).toHaveLength(2);
});

test('a top-up whose answer was lost is done once', async ({ page, setup }) => {
  const { id, nombre } = await setup.integration({ saldo: 0n });
  await setup.open(page, 'admin', pathOf(nombre));
  await expect(
    page.getByText(/El saldo disponible no alcanza .* que cuesta Q\s0\.50/),
  ).toBeVisible();
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
  expect(await entriesOf(setup, id)).toHaveLength(1);
  await submit.click();
  await expect(page.getByText(/^Este movimiento ya se había registrado/)).toBeVisible();
  expect(await entriesOf(setup, id)).toHaveLength(1);
  await expect(dialog).toHaveCount(0);
  // The next one is another top-up.
  await dialogOf(page, 'Recargar');
  await amount.fill('20');
  await submit.click();
  await expect(page.getByText('Recarga registrada. Nuevo saldo: Q 40.00.')).toBeVisible();
});

test('an adjustment needs a reason and a balance', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 100_000n, tarifa: 60_000n });
  await setup.open(page, 'admin', pathOf(integration.nombre));
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
  await setup.ask(integration);
  await submit.click();
  await expect(dialog.getByText('El saldo quedaría por debajo de cero.')).toBeVisible();
  await expect(reason).toHaveValue('Recarga doble');
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 4.00 → −Q 1.00');
  await amount.fill('4');
  await submit.click();
  await expect(page.getByText('Ajuste registrado. Nuevo saldo: Q 0.00.')).toBeVisible();
  const [entry] = await entriesOf(setup, integration.id);
  expect(entry).toMatchObject({ kind: 'ajuste', amount: -40_000n, nota: 'Recarga doble' });
});

test('a tariff is scheduled, replaced, cancelled', async ({ page, context, setup }) => {
  const { id, nombre } = await setup.integration({ saldo: 100_000n, tarifa: 5_000n });
  await setup.open(page, 'admin', pathOf(nombre));
  const other = await context.newPage();
  await open(other, pathOf(nombre));
  const year = new Date().getUTCFullYear() + 1;

  const schedule = async (at: Page, quetzales: string, from: string) => {
    // The browser draws a page in the background once a second.
    await at.bringToFront();
    const dialog = await dialogOf(at, 'Cambiar tarifa');
    await dialog.getByText('Desde una fecha', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Tarifa' }).fill(quetzales);
    await dialog.locator('[name=from]').fill(from);
    await dialog.getByRole('button', { name: 'Programar' }).click();
    return dialog;
  };
  const states = async () => {
    const rows = await listTariffs(setup.db, id, 10);
    return rows.map(({ tarifa, state }) => [tarifa, state]);
  };
  // The error is shown before the page is read again.
  await page.route(`**${pathOf(nombre)}?_rsc=*`, async (route) => {
    await page.getByText('Elija una fecha futura').waitFor();
    await route.continue();
  });
  const dialog = await schedule(page, '0.80', '2020-01-01T00:00');
  await expect(dialog.getByText('Elija una fecha futura')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(dialog.locator('[name=from]')).toBeFocused();
  await expect(dialog.getByText('alcanza para 12 consultas')).toBeVisible();
  await look(page);
  await dialog.locator('[name=from]').fill(`1/6/${year} 18:30`);
  await expect(dialog.getByText(`1 de junio de ${year} a las 18:30, hora de`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Programar' }).click();
  await expect(page.getByText('Se programó la tarifa.')).toBeVisible();
  const [scheduled] = await listTariffs(setup.db, id, 1);
  expect(scheduled).toMatchObject({
    tarifa: 8_000n,
    holdsFrom: parseInstant(`${year}-06-01T18:30`),
  });

  const refused = await schedule(other, '0.90', `${year}-07-01T00:00`);
  await expect(refused.getByText(/^Otra persona lo cambió mientras tanto/)).toBeVisible();
  await expect(refused.getByText('Hay una tarifa programada')).toBeVisible();
  await expect(refused.getByRole('textbox', { name: 'Tarifa' })).toHaveValue('0.90');
  await refused.getByRole('button', { name: 'Programar' }).click();
  await expect(other.getByText('Se programó la tarifa.')).toBeVisible();

  await page.bringToFront();
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
