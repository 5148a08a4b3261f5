import { expect, it } from 'vitest';
import { SourceShapes } from '@/lib/sources/shapes';
import { runPasarelaOn } from '@/testing/command';
import { ownDatabase } from '@/testing/database';

const { databaseUrl, sql } = await ownDatabase();

it('source shape lists the fields of the sources, with those that changed first', async () => {
  const none = await runPasarelaOn(databaseUrl, 'source', 'shape', '--json');
  expect(none).toEqual({ code: 0, out: '[]\n', err: '' });
  const shapes = new SourceShapes();
  const ending = { word: 'found', status: 200, unreadable: ['baja'] } as const;
  const content = { records: [{ nit: '1', baja: 'x' }, { nit: '2' }] };
  shapes.count('rtu', 'pasarela', { kind: 'answered', ending, body: '', content });
  await shapes.write(sql);
  const { out } = await runPasarelaOn(databaseUrl, 'source', 'shape', '--json');
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(JSON.parse(out)).toEqual([
    {
      lookup: 'rtu',
      adapter: 'pasarela',
      fields: [
        { name: 'baja', state: 'unreadable', since, unreadable: 1, filledBefore: 0, filledNow: 0 },
        { name: 'nit', state: 'ok', since: null, unreadable: 0, filledBefore: 1, filledNow: 1 },
      ],
    },
  ]);
  const { out: lines } = await runPasarelaOn(databaseUrl, 'source', 'shape');
  expect(lines).toMatch(/^LOOKUP +ADAPTER +FIELD +STATE .*\nrtu +pasarela +baja +unreadable +0 % /);
});
