import { sampleNames } from '@/lib/contract/samples';
import { expectReadable } from './accessible';
import { expect, test } from './fixtures';

/** The documentation in a browser: of this deployment alone, for everybody, and able to ask. */

for (const [language, title] of [
  ['es', 'API de consultas de contribuyentes'],
  ['en', 'Taxpayer lookup API'],
] as const) {
  test(`the guide is accessible and fits, in ${language}`, async ({ page }) => {
    test.setTimeout(180_000);
    await expectReadable(page, language, async () => {
      await page.goto(`/docs?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      for (const details of await page.locator('main details').all()) {
        if (await details.isVisible()) await details.locator('summary').click();
      }
    });
  });
}

test('the samples follow the language chosen, by keyboard too and the next time', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs?lang=en');
  const group = page.getByRole('region', { name: 'Person registry by CUI' });
  await group.getByRole('tab', { name: sampleNames.curl }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(group.getByRole('tab', { name: sampleNames.python })).toBeFocused();
  await page.reload();
  const omisos = page.getByRole('region', { name: /^Omisos/ });
  await expect(omisos.getByRole('tabpanel')).toContainText('import json');
  await omisos.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
  await expect(omisos.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/catalogos/omisos');
});

test('the policies allow no script but ours, and no style in the guide but its sheet', async ({
  page,
}) => {
  const policies: (string | undefined)[] = [];
  for (const path of ['/docs', '/docs/reference']) {
    const answer = await page.goto(path);
    policies.push(answer?.headers()['content-security-policy']);
  }
  for (const policy of policies) {
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
    expect(policy).toContain("connect-src 'self';");
  }
  expect(policies.map((policy) => policy?.includes("'unsafe-inline'"))).toEqual([false, true]);
});

test('the language is the address’s, else the console’s, else Spanish', async ({
  page,
  context,
  baseURL,
}) => {
  const language = async (path: string) => {
    await page.goto(path);
    return page.locator('html').getAttribute('lang');
  };
  expect(await language('/docs')).toBe('es-GT');
  await context.addCookies([{ name: 'pasarela-locale', value: 'en', url: baseURL ?? '' }]);
  expect(await language('/docs')).toBe('en');
  expect(await language('/docs?lang=es')).toBe('es-GT');
});
