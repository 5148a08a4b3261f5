import type { Browser, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { entriesOfQuery } from '@/lib/billing/entries-of-query';
import { formatQuetzales } from '@/lib/money';
import { expect, type Office, open, signIn, test } from './fixtures';
import { HANDS } from './hands';

/** The charge of one query is given back: once, by whoever is first, told wherever it is asked for. */

async function signedIn(browser: Browser, office: Office, role: 'admin' | 'soporte') {
  const page = await (await browser.newContext()).newPage();
  const person = await office.person(role);
  await signIn(page, person);
  return { page, person };
}

const refundButton = (page: Page) => page.getByRole('button', { name: 'Devolver el cobro' });

test('an administrator returns a charge by keyboard, the second one is refused, support reads it', async ({
  browser,
  office,
}) => {
  const integration = await office.integration({ saldo: 10_000n, tarifa: 7_500n });
  const id = await office.query(integration);
  const path = `/console/queries/${id}`;
  const [first, second] = [
    await signedIn(browser, office, 'admin'),
    await signedIn(browser, office, 'admin'),
  ];
  for (const { page } of [first, second]) {
    await open(page, path);
    await refundButton(page).click();
  }

  const { page, person } = first;
  await office.db.execute(sql`UPDATE console_sessions SET proven_at = proven_at - interval '1 hour'
    WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
  const keyboard = HANDS.keyboard(page);
  const dialog = page.getByRole('dialog', { name: 'Devolver el cobro' });
  const reason = dialog.getByRole('textbox', { name: 'Motivo' });
  const submit = dialog.getByRole('button', { name: 'Devolver Q 0.75' });
  await expect(dialog.getByRole('status')).toHaveText('SaldoQ 0.25 → Q 1.00');
  await expect(reason).toBeFocused();
  await keyboard.press(submit);
  await expect(dialog.getByText('Escriba el motivo.')).toBeVisible();
  await expect(reason).toBeFocused();
  await page.keyboard.type('Llegó el registro de otra persona.');
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await expect(proof.getByRole('textbox', { name: 'Contraseña' })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cobro devuelto. Nuevo saldo: Q 1.00.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(refundButton(page)).toHaveCount(0);
  const { refund } = await entriesOfQuery(office.db, id);
  expect(refund).toMatchObject({ amount: 7_500n, balanceAfter: 10_000n, actor: person.email });

  const late = second.page.getByRole('dialog', { name: 'Devolver el cobro' });
  await late.getByRole('textbox', { name: 'Motivo' }).fill('Lo pidieron dos veces');
  await late.getByRole('button', { name: 'Devolver Q 0.75' }).click();
  await expect(late.getByRole('alert')).toContainText('Este cobro ya se devolvió.');
  await second.page.keyboard.press('Escape');
  await expect(second.page.getByText(`por ${person.email}`)).toBeVisible();
  await expect(refundButton(second.page)).toHaveCount(0);

  const support = (await signedIn(browser, office, 'soporte')).page;
  await open(support, path);
  await expect(refundButton(support)).toHaveCount(0);
  await expect(support.getByTestId('explanation')).toContainText(
    /Se cobró Q 0\.75 y se devolvió el .+; motivo: Llegó el registro de otra persona\. No hubo falla\./,
  );
  await support.getByRole('link', { name: 'Movimiento 3, saldo después Q 1.00' }).click();
  const entry = support.getByRole('row', { name: /Devolución/ });
  await expect(entry).toContainText('+Q 0.75');
  await expect(entry).toContainText(person.email);
  await support.getByRole('checkbox', { name: 'Devolución' }).check();
  await support.getByRole('button', { name: 'Filtrar' }).click();
  await expect(
    support.getByRole('region', { name: 'Movimientos' }).locator('tbody tr'),
  ).toHaveCount(1);
  const file = await support.request.get(
    `/console/integrations/${integration.nombre}/balance/statement.csv?kind=devolucion`,
  );
  expect(await file.text()).toContain(`devolucion,${formatQuetzales(7_500n)},1.00,`);
  await open(support, `/console/queries?integration=${integration.nombre}`);
  await expect(support.getByRole('row', { name: /Q 0\.75 devuelto/ })).toHaveCount(1);
  for (const { page: each } of [first, second]) await each.context().close();
  await support.context().close();
});

test('a query that cost nothing offers nothing to return', async ({ page, office }) => {
  const id = await office.query(await office.integration({ tarifa: 0n }));
  await signIn(page, await office.person('admin'));
  await open(page, `/console/queries/${id}`);
  await expect(page.getByTestId('explanation')).toContainText('No tuvo costo');
  await expect(refundButton(page)).toHaveCount(0);
});
