import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { consoleSessions, users } from '@/db/schema/index';
import { expect, type Office, open, type Person, signIn, test } from './fixtures';

async function fill(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Entrar' }).click();
}

const refusal = 'El correo, la contraseña o el código no son correctos.';

test('a wrong password and an unknown account get the same answer, and nothing typed is lost', async ({
  page,
  office,
}) => {
  const { email } = await office.person('admin');
  await open(page, '/login');
  for (const account of [email, `nobody-${email}`]) {
    await fill(page, { email: account, password: 'not the password' });
    await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(account);
  }
});

test('after five failures the sixth waits, right or wrong', async ({ page, office }) => {
  const person = await office.person('admin');
  await open(page, '/login');
  for (let attempt = 0; attempt < 5; attempt++) {
    await fill(page, { ...person, password: 'not the password' });
    await expect(page.getByRole('button', { name: 'Entrar' })).toBeEnabled();
    await expect(page.getByText(refusal)).toBeVisible();
  }
  await fill(page, person);
  await expect(page.getByText(/^Demasiados intentos\. Espere/)).toBeVisible();
});

test('signs in, goes out, and a page of the console leads back to the form', async ({
  page,
  office,
}) => {
  const person = await office.person('admin');
  await open(page, '/login');
  await fill(page, person);
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: person.email }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL('**/login');
  await page.goto('/console/users');
  await expect(page).toHaveURL(/\/login$/);
});

test('a session that was idle for half an hour is over', async ({ page, office }) => {
  const person = await office.person('admin');
  await signIn(page, person);
  await open(page, '/console/users');
  await age(office, person);
  await page.getByRole('link', { name: 'Bitácora' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

async function age({ db }: Office, { email }: Person): Promise<void> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  await db
    .update(consoleSessions)
    .set({ lastSeenAt: sql`clock_timestamp() - interval '31 minutes'` })
    .where(eq(consoleSessions.userId, user?.id ?? 0));
}

test('a second factor is enrolled, asked for, and recovered from', async ({ page, office }) => {
  const person = await office.person('soporte');
  await signIn(page, person);
  await open(page, '/console/account');
  await page.getByRole('button', { name: 'Activar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR del segundo factor' })).toBeVisible();
  const secret = await page.locator('pre').textContent();
  const totp = new TOTP({ secret: Secret.fromBase32(secret?.trim() ?? '') });
  await page.getByLabel('Primer código').fill(totp.generate());
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Códigos de recuperación')).toBeVisible();
  const codes = await page.getByRole('alert').locator('code').allTextContents();
  expect(codes).toHaveLength(10);

  await page.context().clearCookies();
  await open(page, '/login');
  await fill(page, person);
  // The code that enrolled is spent, so a code of the next step signs in.
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  await page.getByLabel('Código de verificación').fill(next);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/login');
  await fill(page, person);
  await page.getByLabel('Código de verificación').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
});

test('an invited person sets a password by a link that works once', async ({ page, office }) => {
  await signIn(page, await office.person('admin'));
  await open(page, '/console/users');
  const email = `invited-${Date.now()}@pasarela.example`;
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await page.getByRole('button', { name: 'Crear enlace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enlace de invitación' });
  const link = await dialog.locator('pre').textContent();
  await page.context().clearCookies();

  await open(page, new URL(link ?? '').pathname);
  await page
    .getByRole('textbox', { name: 'Contraseña', exact: true })
    .fill('a long enough password');
  await page.getByRole('textbox', { name: 'Repita la contraseña' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Se guardó su contraseña.')).toBeVisible();
  await open(page, new URL(link ?? '').pathname);
  await expect(page.getByText(/^Este enlace ya se usó/)).toBeVisible();

  await open(page, '/login');
  await fill(page, { email, password: 'a long enough password' });
  await expect(page.getByRole('heading', { name: 'Resumen', level: 1 })).toBeVisible();
});
