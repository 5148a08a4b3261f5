import { expect, it } from 'vitest';
import { runPasarelaOn } from '@/testing/command';
import { sharedDatabase } from '@/testing/database';

const { databaseUrl, newIntegration } = sharedDatabase();

async function integration(...args: string[]) {
  const { code, out, err } = await runPasarelaOn(databaseUrl, 'integration', ...args, '--json');
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out);
}

const NONE = {
  topes: { dia: null, mes: null },
  limites: { renap: null, rtu: null, catalogos: null },
  redesDeConfianza: null,
};

it('integration set caps and limits an integration, and integration show tells it', async () => {
  const { nombre } = await newIntegration();
  expect(await integration('show', nombre)).toMatchObject(NONE);
  await integration('set', nombre, '--cap-day', '50', '--cap-month', '900.5');
  await integration('set', nombre, '--limit-rtu', '7', '--limit-catalogos', '600');
  await integration('set', nombre, '--trusted-networks', '192.0.2.0/24,2001:db8::/32');
  const limited = {
    topes: { dia: '50.00', mes: '900.50' },
    limites: { renap: null, rtu: 7, catalogos: 600 },
    redesDeConfianza: '192.0.2.0/24, 2001:db8::/32',
  };
  expect(await integration('show', nombre)).toMatchObject(limited);
  const { out } = await runPasarelaOn(databaseUrl, 'integration', 'show', nombre);
  for (const line of ['tope/dia:   Q 50.00', '7 a minute, rtu', '192.0.2.0/24, 2001:db8::/32']) {
    expect(out).toContain(line);
  }
  const fewer = ['--cap-day', 'none', '--limit-rtu', 'none', '--limit-catalogos', 'none'];
  await integration('set', nombre, ...fewer, '--trusted-networks', 'none');
  const left = { ...NONE, topes: { dia: null, mes: '900.50' } };
  expect(await integration('show', nombre)).toMatchObject(left);
});

it.each([
  ['--cap-day', '0', "'0' is not valid for cap_day."],
  ['--cap-month', 'much', "'much' is not valid for cap_month."],
  ['--limit-renap', '1.5', "'1.5' is not valid for limit_renap."],
  ['--trusted-networks', '192.0.2.0/40', "'192.0.2.0/40' is not valid for trusted_networks."],
])('integration set %s %s changes nothing and says why', async (option, value, why) => {
  const { nombre } = await newIntegration();
  const args = ['integration', 'set', nombre, '--suspend', '--motivo', 'test', option, value];
  const set = await runPasarelaOn(databaseUrl, ...args);
  expect(set).toEqual({ code: 1, out: '', err: `pasarela: ${why}\n` });
  expect(await integration('show', nombre)).toMatchObject({ ...NONE, suspendida: false });
});
