import type { BrowserContext, Locator, Page } from '@playwright/test';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import type { TestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import {
  DOCUMENT_LANGUAGES,
  expectAccessible,
  expectFit,
  FIRST_LOOK,
  LOOKS,
  setLook,
} from './accessible';
import { expect, test } from './fixtures';

/** The reference component in a browser: of this deployment alone, readable, and able to ask. */

/** The component has 4 MB of script and draws thousands of nodes. */
const PATIENCE_MS = 60_000;

/** Collects the addresses of other deployments that the page asks for. */
function strangers(context: BrowserContext, baseURL = ''): string[] {
  const { origin } = new URL(baseURL);
  const found: string[] = [];
  context.on('request', (request) => {
    const { href, origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:') found.push(href);
  });
  return found;
}

async function openReference(page: Page, language: 'es' | 'en'): Promise<void> {
  await page.goto(`/docs/reference?lang=${language}`);
  const heading = page.getByRole('heading', { level: 1, name: 'Pasarela' });
  await heading.waitFor({ timeout: PATIENCE_MS });
}

/** An operation is a placeholder with its id until it is near, and only then a section. */
async function drawn(page: Page, path: string): Promise<Locator> {
  await page.locator(`[id$="POST${path}"]`).scrollIntoViewIfNeeded();
  const operation = page.locator(`section[id$="POST${path}"]`);
  await expect(operation.getByText('413', { exact: true }).first()).toBeVisible();
  return operation;
}

for (const language of DOCUMENT_LANGUAGES) {
  test(`the reference is accessible, and asks, in ${language}`, async ({
    page,
    context,
    office,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const others = strangers(context, baseURL);
    await setLook(page, FIRST_LOOK);
    await openReference(page, language);
    for (const lookup of LOOKUPS) await drawn(page, lookupFacts[lookup].path);
    await expectFit(page, LOOKS, ['header', `section[id$="POST${lookupFacts.omisos.path}"]`]);
    if (language === 'es') await tryQuery(page, await office.integration());
    expect(others).toEqual([]);
  });
}

async function tryQuery(page: Page, { nombre, token }: TestIntegration): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const operation = await drawn(page, lookupFacts['cui-nit'].path);
  await operation.getByRole('button', { name: /^Probar solicitud/ }).click();
  const form = page.getByRole('dialog');
  await form.getByPlaceholder('mi-empresa').fill(nombre);
  await form.getByPlaceholder('pas_…').fill(token);
  if (everything) await expectAccessible(page, ['[role="dialog"]']);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/catalogos/cui-nit')),
    form
      .getByRole('button', { name: /^Enviar/ })
      .first()
      .click(),
  ]);
  expect(answer.request().postDataJSON()).toEqual({ nit: wellKnown.individual.nit });
  await expect(form.getByText('200 OK')).toBeVisible();
  await expect(form.getByText(wellKnown.individual.nombre)).toBeVisible();
  if (everything) await expectAccessible(page, ['[role="dialog"]']);
}

test('the reference says when its component cannot be loaded', async ({ page }) => {
  await page.route('**/docs/reference/component', (route) => route.fulfill({ status: 404 }));
  await page.goto('/docs/reference?lang=es');
  await expect(page.getByRole('status')).toContainText('No se pudo cargar la referencia.');
});
