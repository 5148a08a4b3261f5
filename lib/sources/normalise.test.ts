import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import { BILLED_LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { omisosResultado } from '@/lib/contract/lookups/omisos';
import { everything } from '@/testing/scope';
import { normaliserOf } from './normalise';
import type { Unreadable } from './read';
import { normaliseRtu } from './rtu-v2';

interface Catalog {
  readonly normalise: (datos: JsonObject, unreadable?: Unreadable) => unknown;
  readonly schema: z.ZodType;
}

function schemaOf(lookup: Lookup): z.ZodObject {
  const { recordSchemas, result } = lookupFacts[lookup];
  return z.instanceof(z.ZodObject).parse(recordSchemas[result]?.schema);
}

const normaliseCuiNit = normaliserOf(cuiNitResultado);
const normaliseOmisos = normaliserOf(omisosResultado);

const catalogs: readonly (readonly [string, Catalog])[] = [
  ...BILLED_LOOKUPS.map((lookup) => {
    const schema = schemaOf(lookup);
    return [lookup, { normalise: normaliserOf(schema), schema }] as const;
  }),
  ['rtu-v2 with its exceptions', { normalise: normaliseRtu, schema: schemaOf('rtu-v2') }],
];

/** Words that the wire format knows, so that random objects often have the right keys. */
const KEYS = `
  nit cui nombre tipo_persona codigo descripcion estado persona empresa
  afiliaciones isr iva obligaciones marcas sector_economico fecha_nacimiento domicilio_fiscal incumplimientos
  tiene_incumplimientos caracteristicas_especiales actividades_economicas representantes tipo_renta tipo_establecimiento exento __proto__ constructor
  toString`
  .trim()
  .split(/\s+/);

const TEXTS = ['S', 'NO', '', ' ', '007', '1988-04-17', '31/02/2020', 'Jurídica'];
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, 1, ...TEXTS),
  fc.string(),
  fc.double(),
  fc.integer(),
);

const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...KEYS), fc.string()), tie('value'), { maxKeys: 8 }),
  ),
})).value;

/** As it would arrive: through JSON text, so that keys like `__proto__` are plain data. */
function received(value: unknown): JsonObject {
  const parsed: unknown = JSON.parse(JSON.stringify(value) ?? 'null');
  return isJsonObject(parsed) ? parsed : {};
}

function keyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keyOrder);
  if (!isJsonObject(value)) return null;
  return Object.entries(value).map(([key, inner]) => [key, keyOrder(inner)]);
}

describe.each(catalogs)('%s', (_name, { normalise, schema }) => {
  it('gives a schema-valid record for any JSON', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (datos, fecha) => {
        const record = normalise({ ...received(datos), ...received({ fecha_consulta: fecha }) });
        expect(schema.safeParse(record).error).toBeUndefined();
      }),
      { numRuns: everything ? 2_000 : 300 },
    );
  });

  it('writes the keys of the contract in its order', () => {
    const full = normalise(
      received({ persona: {}, afiliaciones: { isr: {}, iva: {} }, marcas: [{}] }),
    );
    expect(keyOrder(schema.parse(full))).toEqual(keyOrder(full));
  });
});

describe('a value that cannot be read', () => {
  const unreadableOf = (normalise: Catalog['normalise'], datos: JsonObject) => {
    const fields: string[] = [];
    normalise(datos, (field = '') => fields.push(field));
    return fields;
  };

  it('is reported by the field of the source, once per place, and never when it is absent', () => {
    const obligacion = { requerida: ' sí ', estado: { codigo: true, descripcion: {} } };
    const datos = {
      tipo_contribuyente: true,
      persona: {
        fecha_nacimiento: '17 de abril',
        marcas: [{ codigo: '007' }, 'x', null],
        dpi: ' ',
      },
      empresa: [],
      representantes: { nombre: 'A' },
      afiliaciones: { isr: { obligaciones: [obligacion], tipo_establecimiento: 5 }, iva: 'no' },
      fecha_consulta: false,
    };
    expect(unreadableOf(normaliseRtu, datos)).toEqual([
      'tipo_contribuyente',
      'persona.fecha_nacimiento',
      'persona.marcas.codigo',
      'persona.marcas',
      'empresa',
      'representantes',
      'afiliaciones.isr.obligaciones.estado.codigo',
      'afiliaciones.isr.obligaciones.estado.descripcion',
      'afiliaciones.iva',
      'fecha_consulta',
    ]);
    const nothing = { tipo_persona: ' ', nit: null, cui: undefined };
    expect(unreadableOf(normaliseCuiNit, nothing)).toEqual([]);
    expect(unreadableOf(normaliseCuiNit, { tipo_persona: 'OTRA' })).toEqual(['tipo_persona']);
    const omisos = {
      domicilio_fiscal: 'Zona 1',
      incumplimientos: ['a', {}],
      tiene_incumplimientos: 2,
    };
    expect(unreadableOf(normaliseOmisos, omisos)).toEqual([
      'domicilio_fiscal',
      'tiene_incumplimientos',
      'incumplimientos',
    ]);
  });
});

describe('fields that belong to one tax', () => {
  it('stay empty under the other, whatever the source sends', () => {
    const tax = { tipo_renta: 'R', tipo_establecimiento: { codigo: 1, descripcion: 'E' } };
    const { afiliaciones } = normaliseRtu({ afiliaciones: { isr: tax, iva: tax } });
    const nothing = { codigo: null, descripcion: null };
    expect(afiliaciones.isr?.tipoRenta).toEqual({ codigo: null, descripcion: 'R' });
    expect(afiliaciones.isr?.tipoEstablecimiento).toEqual(nothing);
    expect(afiliaciones.iva?.tipoRenta).toEqual(nothing);
    expect(afiliaciones.iva?.tipoEstablecimiento).toEqual({ codigo: 1, descripcion: 'E' });
  });
});

describe('tipoPersona', () => {
  it.each([
    ['INDIVIDUAL', 'individual'],
    ['Jurídica', 'juridica'],
    ['JURIDICA', 'juridica'],
    ['JURI\u0301DICA', 'juridica'],
    ['OTRA', null],
    ['', null],
    [1, null],
  ])('%j becomes %j', (tipo_persona, expected) => {
    expect(normaliseCuiNit({ tipo_persona }).tipoPersona).toBe(expected);
  });
});
