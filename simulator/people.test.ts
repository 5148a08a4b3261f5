import { describe, expect, test } from 'vitest';
import { isCui, isNit } from './identifiers';
import { findByCui, findByNit, people } from './people';
import { reserved } from './reserved';
import { wellKnown } from './well-known';
import type { Json } from './wire';

function leaves(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

function recordsOf(nit: string) {
  const person = findByNit(nit);
  if (person === undefined) throw new Error(`nobody has ${nit}`);
  return person.records;
}

describe('people', () => {
  test('have valid and unique identifiers, which their records repeat', () => {
    for (const { nit, cui, records } of people) {
      expect(isNit(nit), nit).toBe(true);
      expect(records['cui-nit'], nit).toMatchObject({ nit: expect.any(String) });
      if (nit !== wellKnown.sparse.nit) expect(records['cui-nit']).toMatchObject({ nit });
      expect(records.rtu, nit).toMatchObject({ nit });
      if (cui === undefined) continue;
      expect(isCui(cui), cui).toBe(true);
      expect(records.renap, nit).toMatchObject({ cui });
    }
    const cuis = people.flatMap(({ cui }) => cui ?? []);
    expect(new Set(people.map(({ nit }) => nit)).size).toBe(people.length);
    expect(new Set(cuis).size).toBe(cuis.length);
    expect(JSON.stringify(recordsOf(reserved('gzip').nit))).not.toMatch(/"(GROUPED_CUI|CUI|NIT)"/);
  });

  test('are found however their identifiers are written, and nobody else is', () => {
    expect(findByNit('3159204-k')).toBe(findByNit(wellKnown.married.nit));
    expect(findByCui('1734 55905 0301')).toBe(findByNit('3159204K'));
    expect(findByNit(wellKnown.unknown.nit) ?? findByCui(wellKnown.unknown.cui)).toBeUndefined();
  });

  test('every writing that the wire format allows occurs among them', () => {
    const kinds = new Set<string>();
    for (const leaf of people.flatMap(({ records }) => leaves(records['rtu-v2']))) {
      if (typeof leaf !== 'string') kinds.add(leaf === null ? 'null' : typeof leaf);
      else if (/^0\d\d$/.test(leaf)) kinds.add('padded code');
      else if (/^(S|N|Sí|No)$/.test(leaf)) kinds.add(leaf);
      else if (/^\d{4}-\d\d-\d\d$/.test(leaf)) kinds.add('iso date');
      else if (/^\d{4}-\d\d-\d\dT/.test(leaf)) kinds.add('date-time');
      else if (/^\d\d\/\d\d\/\d{4}$/.test(leaf)) kinds.add('slashed date');
      else if (/^\d\d-\d\d-\d{4}$/.test(leaf)) kinds.add('hyphenated date');
    }
    expect([...kinds].sort()).toEqual([
      'N',
      'No',
      'S',
      'Sí',
      'boolean',
      'date-time',
      'hyphenated date',
      'iso date',
      'null',
      'number',
      'padded code',
      'slashed date',
    ]);
  });

  test('are what their names say', () => {
    expect(recordsOf(wellKnown.individual.nit)).toMatchObject({
      omisos: { tiene_incumplimientos: false, tiene_proceso_coactivo: false, incumplimientos: [] },
      'rtu-v2': {
        persona: { fecha_nacimiento: wellKnown.individual.dateOfBirth },
        empresa: null,
      },
    });
    const { nombre } = wellKnown.company;
    expect(recordsOf(wellKnown.defaulter.nit).omisos).toMatchObject({
      tiene_incumplimientos: true,
      tiene_proceso_coactivo: false,
    });
    expect(recordsOf(wellKnown.coerced.nit).omisos).toMatchObject({ tiene_proceso_coactivo: true });
    expect(recordsOf(wellKnown.noAffiliations.nit)['rtu-v2']).toMatchObject({
      afiliaciones: { isr: null, iva: null },
    });
    expect(recordsOf(wellKnown.company.nit)['rtu-v2']).toMatchObject({
      persona: null,
      empresa: { razon_social: nombre },
    });
  });
});
