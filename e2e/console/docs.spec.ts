import { REVISIONS } from '@/lib/contract/revision';
import { sampleNames } from '@/lib/contract/samples';
import { wellKnown } from '@/simulator/well-known';
import {
  DOCUMENT_LANGUAGES,
  expectAccessible,
  expectFit,
  FIRST_LOOK,
  LOOKS,
  setLook,
} from './accessible';
import { expect, open, test } from './fixtures';

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

test('every public page names who helps', async ({ page }) => {
  for (const path of [
    '/',
    '/docs',
    '/estado',
    '/verificar',
    '/login',
    '/invite',
    '/no-such-page',
  ]) {
    await page.goto(path);
    const support = page.getByRole('link', { name: '2222-0000' });
    await expect(support, path).toHaveAttribute('href', 'tel:22220000');
  }
});

test('all samples follow the chosen programming language', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs?lang=en');
  const group = page.getByRole('region', { name: 'Person registry' });
  await group.getByRole('tab', { name: sampleNames.curl }).focus();
  const python = group.getByRole('tab', { name: sampleNames.python });
  // Keys that come before the page's code are lost.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(python).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.reload();
  const omisos = page.getByRole('region', { name: 'Non-filers' });
  await expect(omisos.getByRole('tabpanel')).toContainText('import os, urllib');
  await omisos.getByRole('tabpanel').getByRole('button', { name: 'Copy' }).click();
  await expect(omisos.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/catalogos/omisos');
});

test('the search finds places of guide and reference', async ({ page }) => {
  await open(page, '/docs?lang=es');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Buscar en la documentación' });
  const field = dialog.getByRole('searchbox');
  await expect(field).toBeFocused();
  await field.fill('repitir');
  await dialog
    .getByRole('link', { name: /^Repetir sin pagar dos veces Guía/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#repetir$/);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await field.fill('tieneProcesoCoactivo');
  await expect(dialog.getByRole('link', { name: /Referencia/ }).first()).toHaveAttribute(
    'href',
    /^\/docs\/reference\?lang=es#tag\/catalogos\/POST\/catalogos\/omisos$/,
  );
  await expectAccessible(page, ['dialog']);
  await field.fill('xyzxyz');
  await expect(dialog.getByRole('status')).toContainText('Sin resultados');
});

test('a query can be tried in the guide, and its sample can repeat', async ({ page, setup }) => {
  const { nombre, token } = await setup.integration();
  await page.goto('/docs?lang=es');
  const section = page.locator('#consulta-cui-nit');
  await section.getByLabel('Con reintentos').check();
  await expect(section.getByRole('tabpanel')).toContainText('REPETITION');
  await section.getByText('Probar aquí').click();
  await section.getByLabel('Nombre de la integración').fill(nombre);
  await section.getByLabel('Token').fill(token);
  await section.getByLabel('Cuerpo en JSON').fill('{');
  await section.getByRole('button', { name: 'Enviar consulta' }).click();
  await expect(section.getByText('no es JSON válido')).toBeVisible();
  await section.getByLabel('Cuerpo en JSON').fill('{}');
  await section.getByRole('button', { name: 'Enviar consulta' }).click();
  await section.getByRole('link', { name: 'Qué significa este error' }).click();
  await expect(page).toHaveURL(/#error-catalogs-identifier_missing$/);
  await expect(page.locator('tr:has(:target)')).toBeInViewport();
  await expect(page.locator('tr:has(:target)')).toContainText('400');
  const body = JSON.stringify({ nit: wellKnown.individual.nit });
  await section.getByLabel('Cuerpo en JSON').fill(body);
  await section.getByRole('button', { name: 'Enviar consulta' }).click();
  const answer = section.getByRole('region', { name: 'Respuesta de la prueba' });
  await expect(answer).toContainText(wellKnown.individual.nombre);
  await expect(answer).toContainText('ratelimit:');
  await expect(page.locator('#consulta-omisos').getByLabel('Token')).toHaveValue(token);
});

test('the changes are an Atom feed', async ({ page }) => {
  await page.goto('/docs?lang=en');
  const entries = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[type="application/atom+xml"]');
    const answer = await fetch(link?.href ?? '');
    const feed = new DOMParser().parseFromString(await answer.text(), 'application/xml');
    return [...feed.querySelectorAll('entry')].map((entry) => ({
      title: entry.querySelector('title')?.textContent,
      content: entry.querySelector('content')?.textContent,
    }));
  });
  expect(entries.map(({ title }) => title)).toEqual(REVISIONS.map(({ label }) => label));
  const contents = entries.map(({ content }) => content);
  expect(contents.some((text) => text?.includes('<code>Idempotency-Key</code>'))).toBe(true);
});

test('the policies allow our scripts and styles alone', async ({ request }) => {
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()['content-security-policy'] ?? '';
  const guide = await policyOf('/docs');
  const reference = await policyOf('/docs/reference');
  const frame = await policyOf('/docs/reference/frame');
  for (const policy of [guide, reference, frame]) {
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
  }
  expect(guide).not.toContain("'unsafe-inline'");
  expect(frame).toMatch(/^sandbox allow-scripts allow-forms;/);
  expect(frame).toContain("connect-src 'none';");
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
