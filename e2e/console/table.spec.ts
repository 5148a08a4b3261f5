import { Permit } from '@/lib/access/permit';
import { writeAudit } from '@/lib/audit/write';
import { randomLetters } from '@/testing/random';
import { expect, test } from './fixtures';

test('older pages keep the filter, and lead back to the newest', async ({ page, setup }) => {
  const permit = Permit.onCommandLine(`trail-${randomLetters()}`);
  const { actor } = permit;
  await setup.db.transaction(async (tx) => {
    // A page and one row more.
    for (let n = 0; n <= 50; n += 1) {
      await writeAudit({ tx, permit }, 'integration.set', { target: `row-${n}` });
    }
  });
  await setup.open(page, 'admin', `/console/audit?actor=${actor}`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(50);
  const newest = page.getByRole('link', { name: 'Más recientes' });
  await expect(newest).toHaveCount(0);
  const older = page.getByRole('link', { name: 'Más antiguos' });
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    '**/console/audit?*before=*',
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  await older.click();
  await expect(older).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(rows).toHaveText([/row-0/]);
  await expect(page.getByRole('link', { name: 'Más antiguos' })).toHaveCount(0);
  await newest.click();
  await expect(rows).toHaveCount(50);
  await expect(page).toHaveURL(new RegExp(`\\?actor=${encodeURIComponent(actor)}$`));
});

test('the title of a column orders a table by keyboard', async ({ page, setup }) => {
  await setup.open(page, 'admin', '/console/integrations?page=1&kept=1');
  const header = page.getByRole('columnheader', { name: 'Nombre' });
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  const title = header.getByRole('link');
  await expect(title).toHaveAttribute('href', '/console/integrations?kept=1&sort=-nombre');
  await title.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?kept=1&sort=-nombre$/);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(title).toBeFocused();
  await page.getByRole('columnheader', { name: 'Alcanza' }).getByRole('link').click();
  await expect(page).toHaveURL(/\?kept=1&sort=-runway$/);
  await expect(header).not.toHaveAttribute('aria-sort');
});
