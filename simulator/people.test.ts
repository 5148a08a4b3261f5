import { describe, expect, test } from 'vitest';
import { isCui, isNit } from './identifiers';
import { findByCui, findByNit, people } from './people';
import { reserved } from './reserved';
import { wellKnown } from './well-known';

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
});
