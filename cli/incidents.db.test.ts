import { expect, it } from 'vitest';
import { runPasarelaOn } from '@/testing/command';
import { ownDatabase } from '@/testing/database';

const { databaseUrl, sql } = await ownDatabase();
const run = (...args: readonly string[]) => runPasarelaOn(databaseUrl, 'incident', ...args);

it('an incident is opened, updated and resolved from the command line', async () => {
  const opened = await run('open', 'RTU lento', '--lookups', 'rtu, rtu-v2', '--text', 'Se revisa');
  expect(opened).toEqual({ code: 0, out: '1\n', err: '' });
  expect(await run('update', '1', '--state', 'monitoring', '--text', 'Ya')).toMatchObject({
    code: 0,
  });
  expect(await run('resolve', '1', '--text', 'Listo')).toMatchObject({ code: 0 });
  expect(await run('resolve', '1', '--text', 'Listo')).toMatchObject({ code: 1 });
  const updates = await sql`SELECT state FROM incident_updates ORDER BY id`;
  expect(updates.map(({ state }) => state)).toEqual(['investigating', 'monitoring', 'resolved']);
});

it('maintenance is announced with times of Guatemala, for lookups that exist', async () => {
  const times = ['--from', '2030-12-01T22:00', '--until', '2030-12-01T23:00'];
  const of = (lookup: string) =>
    run('open', 'Ventana', '--lookups', lookup, '--text', 'Corte', ...times);
  expect(await of('no')).toMatchObject({ code: 2 });
  expect(await of('renap')).toMatchObject({ code: 0 });
  const [row] = await sql`SELECT kind, starts_at, ends_at FROM incidents ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({
    kind: 'maintenance',
    starts_at: new Date('2030-12-02T04:00:00Z'),
    ends_at: new Date('2030-12-02T05:00:00Z'),
  });
});

it('an incident switches its lookups off, and says so as major', async () => {
  const args = ['--lookups', 'rtu', '--text', 'Sin servicio', '--switch-off'];
  expect(await run('open', 'Corte', ...args)).toMatchObject({ code: 0 });
  const [row] = await sql`SELECT impact, switches_off FROM incidents ORDER BY id DESC LIMIT 1`;
  expect(row).toEqual({ impact: 'major', switches_off: true });
});
