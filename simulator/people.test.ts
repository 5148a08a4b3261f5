import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isCui, isNit } from './identifiers';
import { allTaxpayers, findByCui, findByNit } from './people';
import { personRegistryRecord, recordsOf } from './records';
import { reservedByCui, reservedByNit, reservedIdentifiers } from './reserved';
import { wellKnown } from './well-known';
import type { Json } from './wire';

function leaves(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

describe('people', () => {
  test('are the same on every run: a change of this digest is a change of everyone', () => {
    const hash = createHash('sha256');
    for (const taxpayer of allTaxpayers()) {
      // One record says what all others are made from; a new lookup changes nobody.
      const { registro, copiedAt, dateOfBirth } = recordsOf(taxpayer);
      hash.update(JSON.stringify({ registro, copiedAt, dateOfBirth }));
      if (taxpayer.kind === 'individual') {
        hash.update(JSON.stringify(personRegistryRecord(taxpayer)));
      }
    }
    expect(hash.digest('hex')).toBe(
      '793d3509e1b8f62eaa0616783922e080859d470603ebd6ff0d9fd87e31f26544',
    );
  });

  test('all have valid and unique identifiers', () => {
    const taxpayers = allTaxpayers();
    const individuals = taxpayers.filter((taxpayer) => taxpayer.kind === 'individual');
    expect(taxpayers).toHaveLength(3800);
    expect(individuals).toHaveLength(3000);
    expect(taxpayers.filter(({ nit }) => !isNit(nit))).toEqual([]);
    expect(individuals.filter(({ cui }) => !isCui(cui))).toEqual([]);
    expect(new Set(taxpayers.map(({ nit }) => nit)).size).toBe(3800);
    expect(new Set(individuals.map(({ cui }) => cui)).size).toBe(3000);
  });

  test('no reserved identifier is anyone else’s, and each is valid and unique', () => {
    for (const { nit, cui } of reservedIdentifiers) {
      expect(isNit(nit), nit).toBe(true);
      expect(isCui(cui), cui).toBe(true);
      expect(findByNit(nit), nit).toBeUndefined();
      expect(findByCui(cui), cui).toBeUndefined();
    }
    expect(new Set(reservedIdentifiers.map(({ nit }) => nit)).size).toBe(
      reservedIdentifiers.length,
    );
    expect(new Set(reservedIdentifiers.map(({ cui }) => cui)).size).toBe(
      reservedIdentifiers.length,
    );
  });

  test('every writing that the wire format allows occurs among them', () => {
    const kinds = new Set<string>();
    for (const taxpayer of allTaxpayers()) {
      for (const leaf of leaves(recordsOf(taxpayer).catalogs['rtu-v2'])) {
        if (typeof leaf !== 'string') kinds.add(leaf === null ? 'null' : typeof leaf);
        else if (/^0\d\d$/.test(leaf)) kinds.add('padded code');
        else if (/^(S|N|Sí|No)$/.test(leaf)) kinds.add(leaf);
        else if (/^\d{4}-\d\d-\d\d$/.test(leaf)) kinds.add('iso date');
        else if (/^\d{4}-\d\d-\d\dT/.test(leaf)) kinds.add('date-time');
        else if (/^\d\d\/\d\d\/\d{4}$/.test(leaf)) kinds.add('slashed date');
        else if (/^\d\d-\d\d-\d{4}$/.test(leaf)) kinds.add('hyphenated date');
      }
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
});

describe('well-known people', () => {
  test('are found under the identifiers and names their constants give', () => {
    const { unknown, ...known } = wellKnown;
    for (const one of Object.values(known)) {
      const taxpayer = findByNit(one.nit);
      const cui = 'cui' in one ? one.cui : undefined;
      expect(isNit(one.nit), one.nit).toBe(true);
      expect(taxpayer?.traits.nombre, one.nit).toBe(one.nombre);
      expect(taxpayer?.kind === 'individual' ? taxpayer.cui : undefined).toBe(cui);
      if (cui !== undefined) expect(isCui(cui), cui).toBe(true);
    }
    expect(isNit(unknown.nit) && isCui(unknown.cui)).toBe(true);
    expect(findByNit(unknown.nit) ?? reservedByNit(unknown.nit)).toBeUndefined();
    expect(findByCui(unknown.cui) ?? reservedByCui(unknown.cui)).toBeUndefined();
  });

  test('are what their names say', () => {
    const catalogsOf = (nit: string) => {
      const taxpayer = findByNit(nit);
      if (taxpayer === undefined) throw new Error(`nobody has ${nit}`);
      return recordsOf(taxpayer).catalogs;
    };
    expect(catalogsOf(wellKnown.individual.nit).omisos).toMatchObject({
      tiene_incumplimientos: false,
      tiene_proceso_coactivo: false,
      incumplimientos: [],
    });
    expect(catalogsOf(wellKnown.defaulter.nit).omisos).toMatchObject({
      tiene_incumplimientos: true,
      tiene_proceso_coactivo: false,
    });
    expect(catalogsOf(wellKnown.coerced.nit).omisos).toMatchObject({
      tiene_incumplimientos: true,
      tiene_proceso_coactivo: true,
    });
    expect(catalogsOf(wellKnown.noAffiliations.nit)['rtu-v2']).toMatchObject({
      afiliaciones: { isr: null, iva: null },
    });
    expect(catalogsOf(wellKnown.company.nit)['rtu-v2']).toMatchObject({
      persona: null,
      empresa: { razon_social: wellKnown.company.nombre },
    });
    expect(catalogsOf(wellKnown.individual.nit)['rtu-v2']).toMatchObject({
      persona: { fecha_nacimiento: wellKnown.individual.dateOfBirth },
      empresa: null,
    });
  });
});
