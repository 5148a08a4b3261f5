import { expect, it } from 'vitest';
import { z } from 'zod';
import { sortSchema, writeSort } from './sort';

const schema = sortSchema(['nombre', 'saldo'], '-saldo');

it('reads the order of a table and writes it the same way', () => {
  for (const text of ['nombre', '-nombre', 'saldo', '-saldo']) {
    expect(writeSort(schema.parse(text))).toBe(text);
  }
  expect(schema.parse('-nombre')).toEqual({ column: 'nombre', direction: 'desc' });
});

it('falls back on whatever else the URL says', () => {
  const fallback = { column: 'saldo', direction: 'desc' };
  for (const bad of [undefined, '', '-', '--saldo', 'SALDO', 'id', '__proto__', ['nombre'], 7]) {
    expect(schema.parse(bad)).toEqual(fallback);
  }
  expect(z.object({ sort: schema }).parse({})).toEqual({ sort: fallback });
});
