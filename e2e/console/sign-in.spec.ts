import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { look } from './accessible';
import { expect, hydrated, open, type Person, signIn, test } from './fixtures';

async function fill(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

test('every refusal has the same text; after five, one waits', async ({ page, setup }) => {
  const person = await setup.person('admin');
  const { email } = person;
  await open(page, '/login');
  for (const account of [email, `nobody-${email}`, email, email, email, email]) {
    await fill(page, { email: account, password: 'not the password' });
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled();
    const refusal = 'El correo, la contraseña o el código no son correctos.';
    await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(account);
  }
  await fill(page, person);
  await expect(page.getByText(/^Demasiados intentos\. Espere/)).toBeVisible();
  await look(page);
});

test('the password is masked and can be filled in, and scripts do not see the session', async ({
  page,
  setup,
}) => {
  await open(page, '/login');
  const password = page.getByRole('textbox', { name: 'Contraseña' });
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await fill(page, await setup.person('soporte'));
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
  const session = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
  expect(session.map(({ name }) => name)).toContain('next-auth.session-token');
  expect(session.filter(({ sameSite }) => sameSite !== 'Lax')).toEqual([]);
});

test('a session ends without use, and by signing out', async ({ page, setup }) => {
  const person = await setup.person('admin');
  await open(page, '/login');
  await fill(page, person);
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
  await setup.db.execute(sql`UPDATE console_sessions
    SET last_seen_at = clock_timestamp() - interval '31 minutes'
    WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
  await open(page, '/console/users?q=nobody');
  await expect(page).toHaveURL(/\/login\?next=/);
  await fill(page, person);
  await expect(page).toHaveURL(/\/console\/users\?q=nobody$/);
  await hydrated(page);
  await page.getByRole('button', { name: person.email }).click();
  await look(page);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL('**/login');
  await open(page, '/console/users');
  await expect(page).toHaveURL(/\/login\?next=%2Fconsole%2Fusers$/);
  await open(page, '/login?next=https://evil.example/console');
  await fill(page, person);
  await expect(page).toHaveURL(/:\d+\/console$/);
});

test('an action after the end of the session asks to sign in, keeps what was typed, and goes on', async ({
  page,
  setup,
}) => {
  const person = await setup.person('admin');
  const { nombre } = await setup.integration();
  await signIn(page, person);
  await open(page, `/console/integrations/${nombre}`);
  await page.getByRole('button', { name: 'Suspender' }).click();
  const change = page.getByRole('dialog', { name: 'Suspender la integración' });
  await change.getByRole('textbox', { name: 'Motivo' }).fill('Lo pidió su encargada');
  await change.getByRole('textbox', { name: /^Para confirmar/ }).fill(nombre);
  await setup.db.execute(sql`UPDATE console_sessions SET ended_at = clock_timestamp()
    WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
  await change.getByRole('button', { name: 'Suspender' }).click();
  const again = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await expect(again.getByLabel('Correo electrónico')).toHaveValue(person.email);
  await look(page);
  await again.getByRole('textbox', { name: 'Contraseña' }).fill('not the password');
  await again.getByRole('button', { name: 'Entrar' }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Contraseña' })).toBeFocused();
  // The wrong one is selected.
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert', { name: 'Integración suspendida' })).toContainText(
    'Motivo: Lo pidió su encargada',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a second factor is enrolled, asked for, and recovered from', async ({ page, setup }) => {
  const person = await setup.person('soporte');
  await signIn(page, person);
  await open(page, '/console/account');
  await page.getByRole('button', { name: 'Activar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR del segundo factor' })).toBeVisible();
  await look(page);
  const secret = await page.locator('pre').textContent();
  const totp = new TOTP({ secret: Secret.fromBase32(secret?.trim() ?? '') });
  await page.getByLabel('Primer código').fill(await codeOf(totp));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Códigos de recuperación')).toBeVisible();
  const shown = page.getByRole('textbox', { name: 'Códigos' });
  const codes = (await shown.inputValue()).split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('link', { name: 'Consultas', exact: true }).click();
  const leave = page.getByRole('dialog', { name: '¿Salir de esta página?' });
  await leave.getByRole('button', { name: 'Quedarse' }).click();
  await shown.focus();
  await page.keyboard.press('ControlOrMeta+c');
  await page.getByRole('link', { name: 'Consultas', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Consultas', level: 1 })).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/console/statistics');
  await fill(page, person);
  // The code that enrolled is spent.
  await setup.db.execute(sql`UPDATE users SET totp_last_step = 0 WHERE email = ${person.email}`);
  await page.getByLabel('Código de verificación').fill(await codeOf(totp));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Estadísticas', level: 1 })).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/login');
  await fill(page, person);
  await page.getByLabel('Código de verificación').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
});

test('a password that somebody else chose is changed before anything else', async ({
  page,
  setup,
}) => {
  const person = await setup.person('soporte', { mustChangePassword: true });
  await open(page, '/login');
  await fill(page, person);
  await expect(page).toHaveURL(/\/console\/account$/);
  await hydrated(page);
  await expect(page.getByText(/^Otra persona conoce su contraseña/)).toBeVisible();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Contraseña actual').fill(person.password);
  await field('Nueva contraseña').fill('Pasarela2026!');
  await expect(page.getByText('Débil')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText(/^Esta contraseña es fácil de adivinar/)).toBeVisible();
  await page.goto('/console/queries');
  await expect(page).toHaveURL(/\/console\/account\?next=%2Fconsole%2Fqueries$/);
  await hydrated(page);
  await field('Contraseña actual').fill(person.password);
  await field('Nueva contraseña').fill('cuatro loros beben horchata');
  await expect(page.getByText('Fuerte')).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByText(/^Se cambió la contraseña/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Consultas', level: 1 })).toBeVisible();
});

test('the account lists the own sessions and ends one; a confirmation renews the cookie', async ({
  page,
  browser,
  setup,
}) => {
  const person = await setup.person('admin');
  const other = await (await browser.newContext()).newPage();
  await signIn(other, person);
  await signIn(page, person);
  const [before] = await sessionCookies(page);
  await setup.ageReauthentication(person);
  await open(page, '/console/account');
  await expect(page.getByText('Esta sesión')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click();
  const question = page.getByRole('dialog', { name: 'Confirme que es usted' });
  await question.getByRole('textbox', { name: 'Contraseña' }).fill(person.password);
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('button', { name: /^Cerrar la sesión de/ })).toHaveCount(0);
  await other.goto('/console');
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();

  await page.getByRole('button', { name: 'Activar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR del segundo factor' })).toBeVisible();
  const [after] = await sessionCookies(page);
  expect(after?.value).not.toBe(before?.value);
  const stolen = await browser.newContext();
  if (before !== undefined) await stolen.addCookies([before]);
  const answer = await stolen.request.get('/console', { maxRedirects: 0 });
  expect(answer.headers().location).toContain('/login');
  await stolen.close();

  await page.getByRole('button', { name: 'Cerrar sesión en todas partes' }).click();
  await page.waitForURL('**/login');
});

/** Returns a code that stays valid for some seconds. */
async function codeOf(totp: TOTP): Promise<string> {
  await expect.poll(() => totp.remaining(), { timeout: 10_000 }).toBeGreaterThan(6_000);
  return totp.generate();
}

async function sessionCookies(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.filter(({ name }) => name.endsWith('session-token'));
}
