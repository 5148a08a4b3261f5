import { sql } from 'drizzle-orm';
import { everything } from '@/testing/scope';
import { expect, open, signIn, test } from './fixtures';
import { KEYBOARD } from './input';

/** The list asks every three seconds. */
const SOON = { timeout: 12_000 };

// It waits for the list to ask, again and again.
if (everything) {
  test('the live list adds new queries until the session ends', async ({ page, office }) => {
    const integration = await office.integration();
    const person = await office.person('soporte');
    await office.query(integration);
    await signIn(page, person);
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, `/console/queries?integration=${integration.nombre}`);
    const rows = page.getByRole('region', { name: 'Consultas', exact: true }).locator('tbody tr');
    const status = page.getByRole('status').filter({ hasText: /consulta/ });
    await expect(rows).toHaveCount(1);

    await KEYBOARD.press(page.getByRole('switch', { name: 'En vivo' }));
    await expect(page).toHaveURL(/&live=1$/);
    await expect(status).toHaveText('Las consultas nuevas aparecen solas.');
    const newest = await office.query(integration);
    await expect(rows).toHaveCount(2, SOON);
    await expect(rows.first().getByRole('link')).toHaveAttribute(
      'href',
      `/console/queries/${newest}?integration=${integration.nombre}`,
    );
    await expect(status).toHaveText('Se agregó una consulta desde que se activó.');

    const read = rows.first().getByRole('link');
    await read.focus();
    await office.query(integration);
    const show = page.getByRole('button', { name: 'Ver la nueva' });
    await expect(show).toBeVisible(SOON);
    await expect(read).toBeFocused();
    await expect(rows).toHaveCount(2);
    await show.press('Enter');
    await expect(rows).toHaveCount(3, SOON);
    await expect(status).toHaveText('Se agregaron 2 consultas desde que se activó.');

    await page.setViewportSize({ width: 1280, height: 320 });
    await rows.last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    for (let n = 0; n < 2; n += 1) await office.query(integration);
    const both = page.getByRole('button', { name: 'Ver las 2 nuevas' });
    await expect(both).toBeInViewport(SOON);
    await expect(rows).toHaveCount(3);
    await both.click();
    await expect(rows).toHaveCount(5, SOON);

    const keeping = page.getByRole('link', { name: '7 días', exact: true });
    await keeping.click();
    await expect(page).toHaveURL(/live=1&period=7d$/);
    await office.db.execute(sql`UPDATE console_sessions SET ended_at = now()
      WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
    await expect(page.getByRole('status').filter({ hasText: 'la sesión se cerró' })).toHaveText(
      'La actualización se detuvo: la sesión se cerró.',
      SOON,
    );
    await page.getByRole('link', { name: 'Iniciar sesión' }).click();
    await expect(page).toHaveURL(/\/login/);
  });
}
