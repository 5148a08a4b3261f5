import { and } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { queryRecords } from '@/db/schema/index';
import { ledgerStatement } from '@/lib/billing/statement';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import type { Lookup } from '@/lib/contract/lookups';
import { conditionsOf } from '@/lib/recording/filter';
import { definitions } from '@/lib/sources/definitions';
import { readDrift } from '@/lib/sources/shapes';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';

const { databaseUrl, db, newIntegration } = await ownDatabase();
let datos: unknown;
const source = await startRawSource((_request, response) => {
  response.end(JSON.stringify({ exito: true, fecha_consulta: '2026-01-01', datos }));
});

/** Asks once per record of the source. Returns outcome and charge as the statement shows them. */
async function chargesBy(chargeEmptyAnswers: boolean, lookup: Lookup, records: readonly unknown[]) {
  const variables = { CHARGE_EMPTY_ANSWERS: String(chargeEmptyAnswers) };
  const test = openTestGateway(databaseUrl, source.url, variables);
  const integration = await newIntegration();
  for (const record of records) {
    datos = record;
    expect((await test.ask(definitions[lookup], integration)).status).toBe(200);
  }
  const entries = await ledgerStatement(db, integration.id, {
    kinds: ['cobro'],
    after: 0n,
    limit: 9,
  });
  expect((await verifyLedger(db)).problems).toEqual([]);
  return entries.map(({ ending, amount }) => [ending, -amount]);
}

const nothing: readonly unknown[] = [
  undefined,
  {},
  { nit: ' ', nombre: null, persona: {}, empresa: {}, establecimientos: [] },
];
const wholeRtu = { nit: '1', tipo_contribuyente: 'INDIVIDUAL', persona: { dpi: '2' } };

describe('the content of an answer', () => {
  it.each([
    ['cui-nit', { nit: '1', nombre: 'A', tipo_persona: 'JURIDICA' }, { nit: '1' }],
    [
      'omisos',
      { nit: '1', nombre: 'A', tiene_incumplimientos: false, tiene_proceso_coactivo: 'N' },
      { nit: '1', nombre: 'A', tiene_incumplimientos: false },
    ],
    ['rtu-v2', wholeRtu, { ...wholeRtu, persona: null }],
    ['rtu-v2', { ...wholeRtu, persona: null, empresa: { razon: 'A' } }, { representantes: [1] }],
  ] as const)('of %s is recorded, and charged whatever it is', async (lookup, whole, part) => {
    expect(await chargesBy(true, lookup, [whole, part, ...nothing])).toEqual([
      ['found', 5_000n],
      ['partial', 5_000n],
      ...nothing.map(() => ['empty', 5_000n]),
    ]);
  });

  it('costs nothing when it is empty and the deployment does not charge that', async () => {
    expect(await chargesBy(false, 'rtu-v2', [wholeRtu, { nit: '1' }, {}])).toEqual([
      ['found', 5_000n],
      ['partial', 5_000n],
      ['empty', 0n],
    ]);
  });
});

it('counts what could not be read by lookup and field, over instances and without the value', async () => {
  const integration = await newIntegration();
  datos = { nit: '1', tiene_incumplimientos: 'quizás', domicilio_fiscal: { departamento: ['x'] } };
  for (const _instance of [1, 2]) {
    const test = openTestGateway(databaseUrl, source.url);
    for (const lookup of ['omisos', 'cui-nit'] as const) {
      expect((await test.ask(definitions[lookup], integration)).status).toBe(200);
    }
    await test.close();
  }
  const listed = (await readDrift(db)).filter(({ lookup }) => lookup !== 'rtu-v2');
  expect(listed).toMatchObject([
    { lookup: 'omisos', name: 'domicilio_fiscal.departamento', state: 'unreadable', unreadable: 2 },
    { lookup: 'omisos', name: 'tiene_incumplimientos', state: 'unreadable', unreadable: 2 },
  ]);
  for (const { name: unreadField, unreadable } of listed) {
    const found = conditionsOf({ lookup: 'omisos', unreadField, integrationId: integration.id });
    expect(await db.$count(queryRecords, and(...found))).toBe(unreadable);
  }
  const part = conditionsOf({ unreadField: 'departamento', integrationId: integration.id });
  expect(await db.$count(queryRecords, and(...part))).toBe(0);
});
