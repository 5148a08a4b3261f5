import { describe, expect, it } from 'vitest';
import { differences } from './differences';

const record = { data: { nit: '1', persona: null, marcas: [{ estado: 7 }], lista: [] } };

describe('differences', () => {
  it('are none between equal values, in whatever order their keys stand', () => {
    const turned = { data: { lista: [], marcas: [{ estado: 7 }], persona: null, nit: '1' } };
    expect(differences(record, turned)).toEqual([]);
  });

  it.each([
    ['a key too many', { ...record.data, edad: 3 }, 'data.edad', undefined, 3],
    ['null for a text', { ...record.data, nit: null }, 'data.nit', '1', null],
    ['null for a list', { ...record.data, lista: null }, 'data.lista', [], null],
    ['false for null', { ...record.data, persona: false }, 'data.persona', null, false],
    ['a number for text', { ...record.data, nit: 1 }, 'data.nit', '1', 1],
    [
      'text for a number',
      { ...record.data, marcas: [{ estado: '7' }] },
      'data.marcas[0].estado',
      7,
      '7',
    ],
  ])('tell %s with its path', (_, data, path, expected, came) => {
    expect(differences(record, { data })).toEqual([{ path, expected, came }]);
  });

  it('tell a missing key, and what inherited ones would hide', () => {
    expect(differences({ toString: 'x' }, {})).toEqual([
      { path: 'toString', expected: 'x', came: undefined },
    ]);
  });

  it('tell lists of other lengths as a whole', () => {
    expect(differences([1, 2], [1])).toEqual([{ path: '', expected: [1, 2], came: [1] }]);
  });

  it('tell a body that is not JSON', () => {
    expect(differences(record, undefined)).toEqual([
      { path: '', expected: record, came: undefined },
    ]);
  });
});
