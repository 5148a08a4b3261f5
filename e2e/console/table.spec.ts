import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { auditLog } from '@/db/schema/index';
import { expect, type Office, open, signIn, test } from './fixtures';

const header = (page: Page) => page.getByRole('columnheader', { name: 'Correo electrónico' });

test('a title of a column orders the table, by keyboard too, and begins at its start', async ({
  page,
  office,
}) => {
  await signIn(page, await office.person('admin'));
  await open(page, '/console/users?before=7&kept=1');
  await expect(header(page)).toHaveAttribute('aria-sort', 'ascending');
  const title = header(page).getByRole('link');
  await expect(title).toHaveAttribute('href', '/console/users?kept=1&sort=-email');
  await title.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?kept=1&sort=-email$/);
  await expect(header(page)).toHaveAttribute('aria-sort', 'descending');
  await expect(title).toBeFocused();
  await page.getByRole('columnheader', { name: 'Rol' }).getByRole('link').click();
  await expect(page).toHaveURL(/\?kept=1&sort=role$/);
  await expect(header(page)).not.toHaveAttribute('aria-sort');
});

/** An audit trail of one page and one row more, all by one person. */
async function longTrail({ db }: Office): Promise<string> {
  const actor = `trail-${randomBytes(6).toString('hex')}`;
  const rows = Array.from({ length: 51 }, (_, number) => ({
    actor,
    action: 'integration.set',
    target: `row-${number}`,
  }));
  await db.insert(auditLog).values(rows);
  return actor;
}

test('the pages of a table keep the filter, and lead back to the start', async ({
  page,
  office,
}) => {
  const actor = await longTrail(office);
  await signIn(page, await office.person('admin'));
  await open(page, `/console/audit?actor=${actor}`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(50);
  const newest = page.getByRole('link', { name: 'Más recientes' });
  await expect(newest).toHaveCount(0);
  await page.getByRole('link', { name: 'Más antiguos' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('row-0');
  await expect(page.getByRole('link', { name: 'Más antiguos' })).toHaveCount(0);
  await newest.click();
  await expect(rows).toHaveCount(50);
  await expect(page).toHaveURL(new RegExp(`\\?actor=${actor}$`));
});
