import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { LOOKUPS } from '@/lib/contract/lookups';
import { look } from './accessible';
import { expect, open, test } from './fixtures';

const summarySchema = z.object({
  status: z.object({ indicator: z.string() }),
  incidents: z.array(z.looseObject({ name: z.string() })),
});

test('support posts an incident, and everybody reads of it until it is resolved', async ({
  page,
  request,
  setup,
}) => {
  test.setTimeout(180_000);
  const title = `Respuestas lentas ${randomUUID()}`;
  await setup.open(page, 'soporte', '/console/incidents');
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar' });
  await dialog.getByRole('button', { name: 'Publicar para todos' }).click();
  await expect(dialog.getByText('Escriba un título.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Título' }).fill(title);
  await dialog.getByRole('checkbox', { name: /omisos/i }).check();
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('Revisamos la fuente.');
  await look(page);
  await dialog.getByRole('button', { name: 'Publicar para todos' }).click();
  const entry = page.getByRole('article', { name: title });
  await expect(entry).toContainText('En investigación');

  const summary = async () =>
    summarySchema.parse(await (await request.get('/estado/api/v2/summary.json')).json());
  const named = async () => (await summary()).incidents.find(({ name }) => name === title);
  await expect.poll(named, { timeout: 60_000 }).toMatchObject({
    impact: 'minor',
    status: 'investigating',
    resolved_at: null,
    incident_updates: [{ body: 'Revisamos la fuente.' }],
  });
  expect(['none', 'maintenance']).not.toContain((await summary()).status.indicator);

  await entry.getByRole('button', { name: 'Agregar novedad' }).click();
  const news = page.getByRole('dialog', { name: 'Agregar novedad' });
  await news.getByRole('combobox', { name: 'Estado' }).selectOption('Resuelta');
  await news.getByRole('textbox', { name: 'Texto' }).fill('Ya responde con normalidad.');
  await news.getByRole('button', { name: 'Publicar para todos' }).click();
  await expect(entry).toContainText('Ya responde con normalidad.');
  await expect(entry.getByRole('button')).toHaveCount(0);
  await expect.poll(named, { timeout: 60_000 }).toBeUndefined();

  await setup.open(page, 'admin', '/console/audit?action=incident.post');
  const changed = page.locator('tbody tr').filter({ hasText: title });
  await expect(changed).toContainText(['Estado: Resuelta', 'Estado: En investigación']);
});

test('maintenance needs a start and a later end', async ({ page, setup }) => {
  await setup.open(page, 'admin', '/console/incidents');
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar' });
  await dialog.getByText('Mantenimiento', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Corte de la red');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('textbox', { name: 'Texto' }).fill('No habrá servicio.');
  await dialog.getByRole('textbox', { name: 'Hasta' }).fill('01/12/2099 11:00');
  const problem = dialog.getByText('El mantenimiento necesita un inicio y un fin posterior.');
  for (const start of ['mañana', '01/12/2099 12:00']) {
    await dialog.getByRole('textbox', { name: 'Desde' }).fill(start);
    await dialog.getByRole('textbox', { name: 'Hasta' }).fill('01/12/2099 11:00');
    await dialog.getByRole('button', { name: 'Publicar para todos' }).click();
    await expect(problem).toBeVisible();
  }
  await dialog.getByRole('textbox', { name: 'Desde' }).fill('01/12/2099 10:00');
  await dialog.getByRole('button', { name: 'Publicar para todos' }).click();
  const entry = page.getByRole('article').filter({ hasText: 'Corte de la red' });
  await expect(entry).toContainText('Programado');
});

for (const [language, heading, measured] of [
  ['es', 'Estado del servicio', '(medido)'],
  ['en', 'Service status', '(measured)'],
] as const) {
  test(`the status says in ${language} how each lookup does, and tells no volumes`, async ({
    page,
    request,
    setup,
  }) => {
    await setup.db.execute(sql`
      INSERT INTO episodes (kind, subject, opened_at, last_true_at, closed_at, silent, data)
      SELECT 'source.down', 'renap', at, at + interval '12 minutes', at + interval '22 minutes', false, '{}'
      FROM (SELECT now() - interval '9 days' AS at) AS began`);
    await expect
      .poll(async () => (await request.get(`/estado?lang=${language}`)).text(), { timeout: 60_000 })
      .toContain(measured);
    await open(page, `/estado?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('.status > li')).toHaveCount(LOOKUPS.length);
    await expect(page.locator('.status .days')).toHaveCount(LOOKUPS.length);
    await expect(page.locator('#stale')).toBeHidden();
    await look(page);
    const { lookups } = await (await request.get('/estado.json')).json();
    for (const { days } of lookups) {
      expect(days).toHaveLength(90);
      for (const day of days) expect(Object.keys(day)).toEqual(['day', 'state', 'trouble_hours']);
    }
    const feed = await request.get(`/estado.atom?lang=${language}`);
    expect(feed.headers()['content-type']).toMatch(/^application\/atom\+xml/);
  });
}
