import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import { cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { omisosResultado } from '@/lib/contract/lookups/omisos';
import { people } from '@/simulator/people';
import { normaliserOf } from './normalise';
import type { Unreadable } from './read';
import { redacted } from './redact';
import { normaliseRtu } from './rtu-v2';

describe('a redacted value', () => {
  it.each([
    ['2456712340101', '9999999999999'],
    ['007', '009'],
    ['0', '0'],
    ['3159204K', '9999999X'],
    ['MUÑOZ,GARCÍA,,MARÍA,JOSÉ', 'XXXXX,XXXXXX,,XXXXX,XXXX'],
    ['2 Calle 6-25, Zona 1', '9 Xxxxx 9-99, Xxxx 9'],
    ['1988-04-17', '1990-01-01'],
    ['19880417', '19900101'],
    ['17/04/1988', '01/01/1990'],
    ['17-04-1988 10:15', '01-01-1990 00:00'],
    ['2025-06-01T20:15:00.000Z', '1990-01-01T00:00:00.000Z'],
    ['30/02/1988', '99/09/9999'],
    ['Sí', 'Sí'],
    ['Jurídica', 'INDIVIDUAL'],
    ['👩🏽‍⚕️', 'x'.repeat(5)],
    [4520.5, 9999.9],
    [-90, -99],
    [0, 0],
    [1, 1],
    [true, true],
    [null, null],
    [' ', ' '],
  ])('for %j is %j', (value, expected) => {
    expect(redacted(value)).toEqual(expected);
  });

  it('has no name that is an identifier', () => {
    const answer = { '2456712340101': { nit: '48217638' }, version_dpi2: '02' };
    expect(redacted(answer)).toEqual({ '9999999999999': { nit: '99999999' }, version_dpi2: '09' });
  });

  it('of an endless depth ends', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    expect(JSON.stringify(redacted(deep)).length).toBeLessThan(200);
  });
});

/** Lists the types of the fields as read, and which could not be read. */
function reading(normalise: (datos: JsonObject, unreadable: Unreadable) => object, datos: unknown) {
  const unreadable: string[] = [];
  const given = isJsonObject(datos) ? datos : {};
  const record = normalise(given, (field = '') => unreadable.push(field));
  const types = JSON.stringify(record, (_, value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? typeof value : value,
  );
  return { types, unreadable };
}

it.each([
  ['cui-nit', normaliserOf(cuiNitResultado)],
  ['rtu-v2', normaliseRtu],
  ['omisos', normaliserOf(omisosResultado)],
] as const)('redacted records of %s are read as the originals are', (lookup, normalise) => {
  const records = people.map((person) => person.records[lookup]);
  const originals = records.map((record) => reading(normalise, record));
  expect(records.map((record) => reading(normalise, redacted(record)))).toEqual(originals);
});
