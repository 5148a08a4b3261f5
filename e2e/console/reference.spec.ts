import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
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

/**
 * The reference component in a browser: it contacts this deployment only, has no origin, is
 * readable, and can send a query.
 */

/** The component has 4 MB of script and draws thousands of nodes. */
const PATIENCE_MS = 60_000;

/** The sections that are looked at, which take seconds each; `npm test` has one. */
const LOOKED_AT: readonly Lookup[] = everything ? LOOKUPS : ['omisos'];

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

/** The selector of the component's frame. */
const FRAME = 'iframe.component';

async function openReference(page: Page, language: 'es' | 'en'): Promise<FrameLocator> {
  // With the address that tests send in a header, the frame's request for the typeface needs a
  // preflight, which Playwright answers for what is routed.
  await page.route('**/*.woff2', (route) => route.continue());
  await page.goto(`/docs/reference?lang=${language}`);
  const component = page.frameLocator(FRAME);
  const heading = component.getByRole('heading', { level: 1, name: 'Pasarela' });
  await heading.waitFor({ timeout: PATIENCE_MS });
  return component;
}

/** An operation is a placeholder with its id until it is near, and only then a section. */
async function drawn(component: FrameLocator, path: string): Promise<Locator> {
  await component.locator(`[id$="POST${path}"]`).scrollIntoViewIfNeeded();
  const operation = component.locator(`section[id$="POST${path}"]`);
  await expect(operation.getByText('413', { exact: true }).first()).toBeVisible();
  return operation;
}

for (const language of DOCUMENT_LANGUAGES) {
  test(`the reference is accessible, and asks, in ${language}`, async ({
    page,
    context,
    setup,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const others = strangers(context, baseURL);
    await setLook(page, FIRST_LOOK);
    const component = await openReference(page, language);
    for (const lookup of LOOKED_AT) await drawn(component, lookupFacts[lookup].path);
    const operation = [FRAME, `section[id$="POST${lookupFacts.omisos.path}"]`];
    await expectFit(page, LOOKS, ['header', operation]);
    if (language === 'es') await tryQuery(page, component, await setup.integration());
    expect(others).toEqual([]);
  });
}

async function tryQuery(
  page: Page,
  component: FrameLocator,
  { nombre, token }: TestIntegration,
): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const operation = await drawn(component, lookupFacts['cui-nit'].path);
  await operation.getByRole('button', { name: /^Probar solicitud/ }).click();
  const form = component.getByRole('dialog');
  const dialog = [[FRAME, '[role="dialog"]']];
  await form.getByPlaceholder('mi-empresa').fill(nombre);
  await form.getByPlaceholder('pas_…').fill(token);
  if (everything) await expectAccessible(page, dialog);
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
  if (everything) await expectAccessible(page, dialog);
}

test('the component cannot act as the signed-in user', async ({ page, setup }) => {
  await setup.enter(page, 'admin');
  await page.route('**/docs/reference/component', (route) => route.fulfill({ status: 404 }));
  await page.goto('/docs/reference?lang=es');
  const frame = page.frameLocator(FRAME);
  await expect(frame.getByRole('status')).toContainText('No se pudo cargar la referencia.');
  const reach = await frame.locator('body').evaluate(async () => {
    const attempt = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return error instanceof Error ? error.name : error;
      }
    };
    const ask = (url: string) =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => resolve('answer' in data));
        const message = { id: 0, method: 'GET', url, headers: {}, body: '' };
        window.parent.postMessage(message, '*');
      });
    return {
      origin: window.origin,
      cookies: attempt(() => document.cookie),
      page: attempt(() => window.parent.document.title),
      throughPage: await ask(new URL('/api/auth/session', window.location.href).href),
    };
  });
  expect(reach).toEqual({
    origin: 'null',
    cookies: 'SecurityError',
    page: 'SecurityError',
    throughPage: false,
  });
});

test('the reference has one search, and samples in the languages of the guide', async ({
  page,
}) => {
  const component = await openReference(page, 'es');
  await expect(page.getByRole('button', { name: /^Buscar/ })).toHaveCount(1);
  await expect(component.getByRole('button', { name: /búsqueda|^Buscar/ })).toHaveCount(0);
  const more = component.getByRole('button', { name: 'Seleccionar entre todos los clientes' });
  await more.click();
  await expect(component.getByRole('listbox').getByRole('option')).toHaveText([
    'HttpClient',
    'java.net.http',
    'Fetch',
    'cURL',
    'Invoke-WebRequest',
    'http.client',
    'Curl',
  ]);
});
