import { expect, it } from 'vitest';
import { UnreadableFieldCounter } from '@/lib/recording/unreadable-fields';
import { runPasarelaOn } from '@/testing/command';
import { ownDatabase } from '@/testing/database';

const { databaseUrl, sql } = await ownDatabase();

it('unreadable lists the fields that could not be read, with the first and last time', async () => {
  const none = await runPasarelaOn(databaseUrl, 'unreadable', '--json');
  expect(none).toEqual({ code: 0, out: '[]\n', err: '' });
  const counter = new UnreadableFieldCounter();
  counter.count('rtu-v2', ['fecha_nacimiento']);
  counter.count('omisos', ['datos']);
  await counter.write(sql);
  counter.count('omisos', ['datos']);
  await counter.write(sql);
  const { out } = await runPasarelaOn(databaseUrl, 'unreadable', '--json');
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(JSON.parse(out)).toEqual([
    { consulta: 'omisos', campo: 'datos', respuestas: 2, primera: instant, ultima: instant },
    {
      consulta: 'rtu-v2',
      campo: 'fecha_nacimiento',
      respuestas: 1,
      primera: instant,
      ultima: instant,
    },
  ]);
  const { out: lines } = await runPasarelaOn(databaseUrl, 'unreadable');
  expect(lines).toMatch(/^CONSULTA +CAMPO +RESPUESTAS +PRIMERA +ULTIMA\nomisos +datos +2 /);
});
