import { sql } from 'drizzle-orm';
import { everything } from '@/testing/scope';
import { expect, open, signIn, test } from './fixtures';
import { KEYBOARD } from './input';

/** The list refreshes every five seconds. */
const SOON = { timeout: 15_000 };

// It waits for the list to refresh, again and again.
if (everything) {
  test('the live list adds new queries, but not while somebody reads it', async ({
    page,
    setup,
  }) => {
    const integration = await setup.integration();
    const person = await setup.person('soporte');
    await setup.query(integration);
    await signIn(page, person);
    await page.setViewportSize({ width: 1280, height: 700 });
    await open(page, `/console/queries?integration=${integration.nombre}`);
    const rows = page.getByRole('region', { name: 'Consultas', exact: true }).locator('tbody tr');
    await expect(rows).toHaveCount(1);

    await KEYBOARD.press(page.getByRole('switch', { name: 'En vivo' }));
    await expect(page).toHaveURL(/&live=1$/);
    const newest = await setup.query(integration);
    await expect(rows).toHaveCount(2, SOON);
    await expect(rows.first().getByRole('link')).toHaveAttribute(
      'href',
      `/console/queries/${newest}?integration=${integration.nombre}`,
    );

    const read = rows.first().getByRole('link');
    const waits = page.getByText('La lista no cambia mientras la lee.');
    await read.focus();
    await setup.query(integration);
    await expect(waits).toBeVisible(SOON);
    await expect(read).toBeFocused();
    await expect(rows).toHaveCount(2);
    await read.blur();
    await expect(rows).toHaveCount(3, SOON);

    await page.setViewportSize({ width: 1280, height: 320 });
    await rows.last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await setup.query(integration);
    await expect(waits).toBeAttached(SOON);
    await expect(rows).toHaveCount(3);
    await page.mouse.wheel(0, -4000);
    await expect(rows).toHaveCount(4, SOON);

    await page.getByRole('link', { name: '7 días', exact: true }).click();
    await expect(page).toHaveURL(/live=1&period=7d$/);
    await setup.db.execute(sql`UPDATE console_sessions SET ended_at = now()
      WHERE user_id = (SELECT id FROM users WHERE email = ${person.email})`);
    await expect(page).toHaveURL(/\/login\?next=/, SOON);
  });
}
