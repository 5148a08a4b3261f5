import { z } from 'zod';
import { environment } from '@/e2e/environment';
import { look } from './accessible';
import { expect, test } from './fixtures';

const receivedSchema = z.object({
  mail: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
  webhooks: z.array(z.object({ path: z.string(), body: z.string() })),
});

async function received() {
  const answer = await fetch(`${environment().simulatorUrl}/_control/notices`);
  return receivedSchema.parse(await answer.json());
}

test('an administrator adds a webhook, sees its secret once and tests it', async ({
  context,
  page,
  setup,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}/notices`);
  await expect(page.getByText('Nadie recibe avisos')).toBeVisible();
  await page.getByRole('button', { name: 'Agregar destino' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar destino' });
  await dialog.getByText('Webhook').click();
  await look(page);
  const address = dialog.getByRole('textbox', { name: 'Dirección' });
  await address.fill('https://169.254.169.254/latest');
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(dialog.getByText('Esa dirección no es accesible desde Internet.')).toBeVisible();
  await address.fill(`${environment().simulatorUrl}/webhook/ok/${nombre}`);
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click();
  const once = page.getByRole('dialog', { name: 'Secreto del webhook' });
  await expect(once.getByRole('textbox')).toHaveValue(/^whsec_/);
  await once.getByRole('button', { name: 'Copiar el secreto' }).click();
  await expect(once.getByRole('button', { name: 'Copiado' })).toBeVisible();
  await once.locator('button', { hasText: 'Cerrar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Enviar prueba' }).click();
  await expect(page.getByText('La prueba llegó')).toBeVisible();
  const hooks = (await received()).webhooks.filter(({ path }) => path.endsWith(nombre));
  const types = hooks.map(({ body }) => JSON.parse(body).type);
  // Every integration is notified of the incidents of other tests.
  expect(types.filter((type) => type !== 'incident.posted')).toEqual(['test']);
  await expect(page.getByRole('region', { name: /Envíos/ })).toContainText('Entregado');
  await look(page);
});

test('an address receives nothing before its button is pressed, and a scanner presses none', async ({
  page,
  request,
  setup,
}) => {
  const { nombre } = await setup.integration();
  await setup.open(page, 'admin', `/console/integrations/${nombre}/notices`);
  await page.getByRole('button', { name: 'Agregar destino' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar destino' });
  await dialog.getByRole('textbox', { name: 'Dirección' }).fill(`${nombre}@example.gt`);
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click();
  const targets = page.getByRole('region', { name: 'Destinos' });
  await expect(targets).toContainText('Sin confirmar');
  const mails = async () => (await received()).mail.filter(({ to }) => to.startsWith(nombre));
  const [letter] = await mails();
  const [link = ''] = /\S*\/avisos\/confirmar\S*/.exec(letter?.text ?? '') ?? [];
  const confirm = new URL(link).pathname + new URL(link).search;

  for (let n = 0; n < 3; n += 1) await request.get(confirm);
  await page.reload();
  await expect(targets).toContainText('Sin confirmar');
  await page.goto(confirm);
  await look(page);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Listo')).toBeVisible();
  expect(
    (await request.post(confirm, { headers: { 'sec-fetch-site': 'cross-site' } })).status(),
  ).toBe(403);

  await setup.open(page, 'admin', `/console/integrations/${nombre}/notices`);
  await expect(targets).toContainText('Activo');
  await page.getByRole('button', { name: /^Acciones de/ }).click();
  await page.getByRole('menuitem', { name: 'Enviar prueba' }).click();
  await expect(page.getByText('La prueba llegó')).toBeVisible();
  const notice = (await mails()).at(-1);
  const [stop = ''] = /\S*\/avisos\/baja\S*/.exec(notice?.text ?? '') ?? [];
  const unsubscribe = new URL(stop).pathname + new URL(stop).search;
  for (let n = 0; n < 3; n += 1) {
    expect(await (await request.get(unsubscribe)).text()).toContain('No recibir más');
    expect((await request.head(unsubscribe)).status()).toBe(200);
  }
  await page.reload();
  await expect(targets).toContainText('Activo');
  // As a mail provider does: without a session, from another site.
  const done = await request.post(unsubscribe, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    },
    data: 'List-Unsubscribe=One-Click',
  });
  expect(await done.text()).toContain('Listo');
  await page.reload();
  await expect(targets).toContainText('pidió no recibir más');
  expect((await request.get('/avisos/baja?t=1.forged')).status()).toBe(404);
});

test('the staff sees its own targets, those that fail, and the e-mails of development', async ({
  page,
  setup,
}) => {
  await setup.open(page, 'admin', '/console/notices');
  await expect(page.getByRole('heading', { name: 'Destinos que fallan' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Correos de desarrollo' })).toBeVisible();
  await look(page);
});
