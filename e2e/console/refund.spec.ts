import type { Browser, Page } from '@playwright/test';
import { entriesOfQuery } from '@/lib/billing/entries-of-query';
import { look } from './accessible';
import { expect, open, signIn, test } from './fixtures';
import { KEYBOARD } from './input';

const refundButton = (page: Page) => page.getByRole('button', { name: 'Devolver el cobro' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Devolver el cobro' });

test('an administrator returns a charge once, by keyboard', async ({ page, browser, setup }) => {
  const integration = await setup.integration({ saldo: 10_000n, tarifa: 7_500n });
  const id = await setup.query(integration);
  const path = `/console/queries/${id}`;
  const person = await setup.person('admin');
  await signIn(page, person);
  const second = await anotherPage(browser);
  await setup.open(second, 'admin', path);
  await refundButton(second).click();

  await open(page, path);
  await refundButton(page).click();
  await setup.ageReauthentication(person);
  const dialog = dialogOf(page);
  const reason = dialog.getByRole('textbox', { name: 'Motivo' });
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 0.25 → Q 1.00');
  await expect(reason).toBeFocused();
  await KEYBOARD.press(dialog.getByRole('button', { name: 'Devolver Q 0.75' }));
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible();
  await expect(reason).toBeFocused();
  await look(page);
  await page.keyboard.type('Llegó el registro de otra persona.');
  await KEYBOARD.press(dialog.getByRole('button', { name: 'Devolver Q 0.75' }));
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await expect(proof.getByRole('textbox', { name: 'Contraseña' })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cobro devuelto. Nuevo saldo: Q 1.00.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(refundButton(page)).toHaveCount(0);
  const { refund } = await entriesOfQuery(setup.db, id);
  expect(refund).toMatchObject({ amount: 7_500n, balanceAfter: 10_000n, actor: person.email });

  const late = dialogOf(second);
  await late.getByRole('textbox', { name: 'Motivo' }).fill('Lo pidieron dos veces');
  await late.getByRole('button', { name: 'Devolver Q 0.75' }).click();
  await expect(late.getByRole('alert')).toContainText('Este cobro ya se devolvió.');
  await second.keyboard.press('Escape');
  await expect(second.getByText(`por ${person.email}`)).toBeVisible();
  await expect(refundButton(second)).toHaveCount(0);

  await setup.open(second, 'soporte', path);
  await expect(second.getByTestId('explanation')).toContainText(
    /Se cobró Q\s0\.75 y se devolvió el .+; motivo: Llegó el registro de otra persona\. El servicio respondió como corresponde\./,
  );
  await second.getByRole('link', { name: 'Movimiento 3, saldo después Q 1.00' }).click();
  const entry = second.getByRole('row', { name: /Devolución/ });
  await expect(entry).toContainText('+Q 0.75');
  await expect(entry).toContainText(person.email);
  await open(second, `/console/queries?integration=${integration.nombre}`);
  await expect(second.getByRole('row', { name: /Q\s0\.75 devuelto/ })).toHaveCount(1);
  await second.context().close();
});

async function anotherPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('support requests a refund, which an administrator grants', async ({ page, setup }) => {
  const integration = await setup.integration({ saldo: 10_000n, tarifa: 7_500n });
  const id = await setup.query(integration);
  await setup.open(page, 'soporte', `/console/queries/${id}`);
  await expect(page.getByTestId('explanation')).toContainText('Se cobró');
  await expect(refundButton(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Solicitar la devolución' }).click();
  const dialog = page.getByRole('dialog', { name: 'Solicitar la devolución' });
  await KEYBOARD.press(dialog.getByRole('button', { name: 'Solicitar', exact: true }));
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible();
  await page.keyboard.type('La respuesta llegó vacía');
  await look(page);
  await dialog.getByRole('button', { name: 'Solicitar', exact: true }).click();
  await expect(page.getByText('Pendiente de decisión.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Solicitar la devolución' })).toHaveCount(0);

  await setup.open(page, 'admin', '/console');
  await page.getByRole('link', { name: /devoluci(ón|ones) por decidir/ }).click();
  const row = page.getByRole('row').filter({ hasText: integration.nombre });
  await expect(row).toContainText('Q 0.75La respuesta llegó vacíaPendiente');
  await row.getByRole('link').first().click();
  await refundButton(page).click();
  const reason = dialogOf(page).getByRole('textbox', { name: 'Motivo' });
  await expect(reason).toHaveValue('La respuesta llegó vacía');
  await dialogOf(page).getByRole('button', { name: 'Devolver Q 0.75' }).click();
  await expect(page.getByText('Cobro devuelto. Nuevo saldo: Q 1.00.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rechazar la solicitud' })).toHaveCount(0);
  await expect(page.getByText('Pendiente de decisión.')).toHaveCount(0);
});

test('a free query offers no refund', async ({ page, setup }) => {
  const free = await setup.query(await setup.integration({ tarifa: 0n }));
  await setup.open(page, 'admin', `/console/queries/${free}`);
  await expect(page.getByTestId('explanation')).toContainText('No tuvo costo');
  await expect(refundButton(page)).toHaveCount(0);
});
