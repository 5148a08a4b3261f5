import { sampleNames } from '@/lib/contract/samples';
import { DOCUMENT_LANGUAGES, expectFit, FIRST_LOOK, LOOKS, setLook } from './accessible';
import { expect, test } from './fixtures';

/** The documentation in a browser. */

for (const language of DOCUMENT_LANGUAGES) {
  test(`the guide is accessible and fits, in ${language}`, async ({ page }) => {
    await setLook(page, FIRST_LOOK);
    await page.goto(`/docs?lang=${language}`);
    for (const details of await page.locator('main details').all()) {
      if (await details.isVisible()) await details.locator('summary').click();
    }
    await expectFit(page, LOOKS);
  });
}

test('all samples follow the chosen programming language', async ({ page, context }) => {
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

test('the policies allow our scripts and styles alone', async ({ page }) => {
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

test('the language is that of the address or console', async ({ page, context, baseURL }) => {
  const language = async (path: string) => {
    await page.goto(path);
    return page.locator('html').getAttribute('lang');
  };
  expect(await language('/docs')).toBe('es-GT');
  await context.addCookies([{ name: 'pasarela-locale', value: 'en', url: baseURL ?? '' }]);
  expect(await language('/docs')).toBe('en');
  expect(await language('/docs?lang=es')).toBe('es-GT');
});
