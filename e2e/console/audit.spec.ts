import type { Page } from '@playwright/test';
import { and, asc, eq } from 'drizzle-orm';
import { auditLog } from '@/db/schema/index';
import { environment } from '@/e2e/environment';
import { writtenAddressKey } from '@/lib/limits/address';
import { freshAddress } from '@/testing/address';
import { expect, signInBy, test } from './fixtures';
import { callAction } from './matrix';

const rows = (page: Page) => page.locator('tbody tr');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

test('the log is filtered by its fields and cells', async ({ page, setup }) => {
  const { nombre } = await setup.integration({ flags: ['is_rtu_enabled', 'is_omisos_enabled'] });
  await setup.open(page, 'admin', '/console/audit');

  await test.step('by what was changed, with names suggested', async () => {
    const target = page.getByRole('combobox', { name: 'Afectado' });
    const list = await target.getAttribute('list');
    await expect(page.locator(`[id="${list}"] option[value="${nombre}"]`)).toHaveCount(1);
    await target.fill(nombre.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/console/audit\\?target=${nombre}$`, 'i'));
    await expect(rows(page)).toHaveCount(2);
    await expect(row(page, 'Recarga')).toContainText('Saldo: Q 0.00 → Q 100.00');
    await expect(row(page, 'Integración creada')).toContainText(
      'Consultas habilitadas: RTU por NIT, Omisos',
    );
    await expect(row(page, 'Integración creada')).toContainText('Tarifa: Q 0.50');
  });

  await test.step('a cell leads to the rows that are equal to it', async () => {
    await page.getByRole('link', { name: 'Recarga', exact: true }).click();
    await expect(page).toHaveURL(/\?action=billing\.top_up&target=/);
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole('combobox', { name: 'Qué' })).toHaveValue('billing.top_up');
    await row(page, 'Recarga').getByRole('link').first().click();
    await expect(page).toHaveURL(/&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await expect(rows(page)).toHaveCount(1);
    await row(page, 'Recarga').getByRole('link', { name: 'cli:tests' }).click();
    await expect(page.getByRole('combobox', { name: 'Quién' })).toHaveValue('cli:tests');
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('by days, and cleared', async () => {
    const until = page.getByLabel('Hasta', { exact: true });
    await page.getByLabel('Desde', { exact: true }).fill('2/1/2020');
    await until.fill('1/1/2020');
    await page.keyboard.press('Enter');
    const reversed = page.getByRole('alert').filter({ hasText: '«Desde» es posterior a «Hasta»' });
    await expect(reversed).toBeVisible();
    await expect(until).toHaveValue('1/1/2020');
    // Leaving the first field may have applied it already.
    await expect(page).not.toHaveURL(/to=2020/);
    await until.fill('3/1/2020');
    await page.keyboard.press('Enter');
    await expect(reversed).toHaveCount(0);
    await expect(page.getByText('Ningún cambio coincide.')).toBeVisible();
    await page.getByRole('link', { name: 'Quitar filtros' }).click();
    await expect(page).toHaveURL(/\/console\/audit$/);
    await expect(rows(page)).not.toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Quién' })).toHaveValue('');
  });
});

test('a denied page, action and export are recorded with the address of the request', async ({
  setup,
  request,
}) => {
  const person = await setup.person('soporte');
  await signInBy(request, person);
  const elsewhere = freshAddress();
  const headers = { 'x-forwarded-for': elsewhere, origin: environment().serverUrl };
  expect((await request.get('/console/users', { headers })).status()).toBe(403);
  const disableUser = 'ui/actions/users.ts#disableUser';
  await callAction(request, disableUser, [{ id: 1, expected: 1 }], headers);
  const reason = { purpose: 'other', note: 'out of curiosity' };
  await request.post('/console/queries/export.csv', {
    headers,
    data: { view: '', identifiers: true, reason },
  });
  const { actor, action, target, address, id: order } = auditLog;
  const rows = await setup.db
    .select({ target, address })
    .from(auditLog)
    .where(and(eq(actor, person.email), eq(action, 'access.deny')))
    .orderBy(asc(order));
  const denied = ['user.read', 'user.disable', 'query.export_identifiers'];
  expect(rows).toEqual(
    denied.map((name) => ({ target: name, address: writtenAddressKey(elsewhere) })),
  );
});

test('what happens at sign-in is recorded with the address of the request', async ({
  setup,
  playwright,
}) => {
  const person = await setup.person('soporte');
  const asked = freshAddress();
  const origin = environment().serverUrl;
  const extraHTTPHeaders = { 'x-forwarded-for': asked, origin };
  const request = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders });
  const send = async (path: string, form: Readonly<Record<string, string>>) => {
    const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
    await request.post(`/api/auth/${path}`, { form: { ...form, csrfToken, json: 'true' } });
  };
  const enter = (email: string, password: string) =>
    send('callback/credentials', { email, password });
  const prove = (password: string) =>
    callAction(request, 'ui/actions/account.ts#reauthenticate', [password]);
  const { action, actor, target, address, id } = auditLog;
  const newRows = async () => {
    const rows = await setup.db
      .select({ action, actor, target })
      .from(auditLog)
      .where(eq(address, writtenAddressKey(asked)))
      .orderBy(asc(id));
    const fresh = rows.slice(seen);
    seen = rows.length;
    return fresh;
  };
  let seen = 0;
  const { email } = person;
  const own = { actor: email, target: email };

  await enter(email, 'not the password');
  await enter('my secret password', 'in the wrong field');
  await enter(email, person.password);
  expect(await newRows()).toEqual([
    { action: 'session.reject', actor: '-', target: email },
    { action: 'session.reject', actor: '-', target: '-' },
    { action: 'session.sign_in', ...own },
  ]);
  await prove('not the password');
  await prove(person.password);
  await send('signout', {});
  expect(await newRows()).toEqual([
    { action: 'session.reject', ...own },
    { action: 'session.prove_password', ...own },
    { action: 'session.sign_out', ...own },
  ]);
  const other = `nobody-${email}`;
  for (let n = 0; n < 9; n += 1) await enter(other, 'not the password');
  const actions = (await newRows()).map((row) => row.action);
  expect(actions.filter((one) => one === 'session.throttle')).toHaveLength(1);
  // On a slow machine the wait is over before the last attempts.
  const free = actions.slice(0, actions.indexOf('session.throttle'));
  expect(free).toEqual(Array.from({ length: 5 }, () => 'session.reject'));
});
