import { isJsonObject } from '@/lib/json';
import { wellKnown } from '@/simulator/well-known';
import { answer, type Mutation, text, value } from './mutation';

/** Changes to what answers hold: records of the catalogs, envelopes of the registries. */

const cuiNit = { path: '/catalogos/cui-nit', status: 200 };
const rtu = { path: '/catalogos/rtu', status: 200 };
const omisos = { path: '/catalogos/omisos', status: 200 };
const batch = { path: '/rtu/nits', status: 200 };

function withKey(key: string, added: unknown) {
  return (before: unknown) => (isJsonObject(before) ? { ...before, [key]: added } : before);
}

function reversed(before: unknown): unknown {
  return Array.isArray(before) ? [...before].reverse() : before;
}

function nullAsFalse(before: unknown): unknown {
  return before === null ? false : before;
}

function emptyAsNull(before: unknown): unknown {
  return Array.isArray(before) && before.length === 0 ? null : before;
}

function nullAsEmptyObject(before: unknown): unknown {
  return before === null ? {} : before;
}

export const records: readonly Mutation[] = [
  {
    name: 'a record has a key too many',
    speaks: 'resources.cui-nit.record',
    change: value(cuiNit, 'data', withKey('edad', 37)),
  },
  {
    name: 'a nested record has a key too many',
    speaks: 'resources.rtu.sector',
    also: ['resources.rtu.persona'],
    change: value(rtu, 'data.persona.sectorEconomico', withKey('nivel', null)),
  },
  {
    name: 'the catalogs answer with the envelope of the registries',
    speaks: 'resources.catalog-envelope.only-data',
    change: value(omisos, '', withKey('success', true)),
  },
  {
    name: 'a field is missing',
    speaks: 'resources.omisos.domicilio',
    change: value(omisos, 'data.domicilioFiscal.telefono', () => undefined),
  },
  {
    name: 'what is not reported is left out',
    speaks: 'resources.catalog-envelope.2',
    change: value(omisos, 'data.nombreComercial', (before) => before ?? undefined),
  },
  {
    name: 'an empty list is null',
    speaks: 'resources.catalog-envelope.2',
    also: ['resources.omisos.establecimientos'],
    change: value(omisos, 'data.establecimientos', emptyAsNull),
  },
  {
    name: 'the list of unfiled obligations is null',
    speaks: 'resources.omisos.incumplimientos',
    change: value(omisos, 'data.incumplimientos', () => null),
  },
  {
    name: 'the obligations of a tax are null',
    speaks: 'resources.rtu.obligaciones',
    change: value(rtu, 'data.afiliaciones.isr.obligaciones', () => null),
  },
  {
    name: 'a list stands for an object',
    speaks: 'resources.rtu.afiliaciones',
    change: value(rtu, 'data.afiliaciones.iva', (before) => (before === null ? null : [before])),
  },
  {
    name: 'an object stands for a list',
    speaks: 'resources.rtu.actividades',
    change: value(rtu, 'data.persona.actividadesEconomicas', () => ({})),
  },
  {
    name: 'a code that is text becomes a number',
    speaks: 'resources.codigo-descripcion.codigo',
    also: ['sources.normalisation'],
    change: value({ ...rtu, says: wellKnown.letters.nit }, 'data.persona.genero.codigo', Number),
  },
  {
    name: 'a coded value is its description alone',
    speaks: 'resources.codigo-descripcion.fields',
    change: value(rtu, 'data.persona.estadoCivil', (before) =>
      isJsonObject(before) ? before.descripcion : before,
    ),
  },
  {
    name: 'a coded value that is not reported is null',
    speaks: 'resources.catalog-envelope.3',
    also: ['service.shape-stable'],
    change: text(rtu, '{"codigo":null,"descripcion":null}', 'null'),
  },
  {
    name: 'the spaces of a CUI are trimmed',
    speaks: 'resources.omisos.cui',
    also: ['resources.omisos.record'],
    change: value(omisos, 'data.cui', (cui) =>
      typeof cui === 'string' ? cui.replaceAll(' ', '') : cui,
    ),
  },
  {
    name: 'the birth date is written by slashes',
    speaks: 'resources.catalog-envelope.5',
    change: value(rtu, 'data.persona.fechaNacimiento', (date) =>
      typeof date === 'string' ? date.split('-').reverse().join('/') : date,
    ),
  },
  {
    name: 'other dates are normalised too',
    speaks: 'resources.catalog-envelope.5',
    change: value(
      { ...rtu, says: wellKnown.letters.nit },
      'data.fechaUltimaActualizacion',
      (date) => (typeof date === 'string' ? date.split('/').reverse().join('-') : date),
    ),
  },
  {
    name: 'a flag that is not reported is false',
    speaks: 'resources.omisos.null-is-not-false',
    change: value(omisos, 'data.tieneProcesoCoactivo', nullAsFalse),
  },
  {
    name: 'a flag of the RTU that is not reported is false',
    speaks: 'resources.catalog-envelope.4',
    change: value(rtu, 'data.persona.participacionGremial', nullAsFalse),
  },
  {
    name: 'a coercive process counts as an unfiled obligation only',
    speaks: 'resources.omisos.coactivo',
    change: value(omisos, 'data.tieneProcesoCoactivo', () => false),
  },
  {
    name: 'a field is written with an underscore',
    speaks: 'resources.catalog-envelope.1',
    change: text(omisos, '"nombreComercial"', '"nombre_comercial"'),
  },
  {
    name: 'tipoPersona is in capitals',
    speaks: 'resources.cui-nit.tipo-persona',
    change: text(cuiNit, '"juridica"', '"JURIDICA"'),
  },
  {
    name: 'the name is split up',
    speaks: 'resources.cui-nit.nombre',
    change: text(cuiNit, 'MUÑOZ,GARCÍA,,MARÍA,JOSÉ', 'MARÍA JOSÉ MUÑOZ GARCÍA'),
  },
  {
    name: 'the IVA has a tipoRenta',
    speaks: 'resources.rtu.tipo-renta-establecimiento',
    change: value(rtu, 'data.afiliaciones.iva.tipoRenta', () => ({
      codigo: 1,
      descripcion: 'RENTAS',
    })),
  },
  {
    name: 'the state of a mark is a coded value',
    speaks: 'resources.rtu.marcas',
    change: value(rtu, 'data.persona.marcas.0.estado', (estado) => ({
      codigo: estado,
      descripcion: null,
    })),
  },
  {
    name: 'an individual has no persona',
    speaks: 'resources.rtu.individual',
    change: value({ ...rtu, says: wellKnown.individual.nit }, 'data.persona', () => null),
  },
  {
    name: 'a legal entity has a persona',
    speaks: 'resources.rtu.company',
    change: value({ ...rtu, says: wellKnown.company.nit }, 'data.persona', nullAsEmptyObject),
  },
  {
    name: 'empresa is rewritten in camelCase',
    speaks: 'resources.rtu.opaque',
    change: value(rtu, 'data.empresa', (empresa) =>
      isJsonObject(empresa)
        ? Object.fromEntries(
            Object.entries(empresa).map(([key, inner]) => [
              key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
              inner,
            ]),
          )
        : empresa,
    ),
  },
  {
    name: 'a tax without affiliation is an empty object',
    speaks: 'resources.rtu.no-affiliation',
    change: value(rtu, 'data.afiliaciones.isr', nullAsEmptyObject),
  },
  {
    name: 'a special trait is cut short',
    speaks: 'resources.rtu.caracteristicas',
    change: value(rtu, 'data.caracteristicasEspeciales.0.fechaHasta', () => undefined),
  },
  {
    name: 'a success with nothing in it is a 404',
    speaks: 'resources.catalog-envelope.6',
    change: answer({ ...cuiNit, says: '"cui":null,"nit":null' }, 404, {
      message: 'No encontramos informacion para los datos enviados.',
    }),
  },
  {
    name: 'a success with nothing in it is an individual',
    speaks: 'resources.rtu.undetermined',
    change: value({ ...rtu, asks: '9900011' }, 'data.empresa', nullAsEmptyObject),
  },
  {
    name: 'compressed answers of a source are failures',
    speaks: 'sources.lawful-answers',
    change: answer({ path: '/catalogos/', asks: '9900036' }, 502, {
      message: 'El servicio de consultas no esta disponible en este momento.',
    }),
  },
  {
    name: 'a code of the registry that is text is passed on',
    speaks: 'sources.renap-defaults',
    change: value({ path: '/renap', says: 'Consulta exitosa.' }, 'responseCode', String),
  },
  {
    name: 'actualizado is answered from the copy',
    speaks: 'endpoints.catalog.rule-3',
    change: value({ ...cuiNit, asks: '"actualizado":true' }, 'data.fechaConsulta', () => {
      return '2025-06-01T20:15:00.000Z';
    }),
  },
  {
    name: 'everybody is the same taxpayer',
    speaks: 'service.gateway',
    change: value(cuiNit, 'data', withKey('nit', wellKnown.married.nit)),
  },
  {
    name: 'hostile text is cleaned',
    speaks: 'sources.hostile',
    change: text({ path: '/catalogos/' }, 'DROP TABLE', ''),
  },
  {
    name: 'what is published is parsed and written again without __proto__',
    speaks: 'sources.untouched',
    change: text({ path: '/renap' }, '"__proto__":{"esAdmin":true},', ''),
  },
  {
    name: 'what is deep is cut',
    speaks: 'sources.untouched',
    change: text({ path: '/rtu' }, '['.repeat(100_000), '['.repeat(99_999)),
  },
  {
    name: 'success is true although the registry failed',
    speaks: 'resources.envelope.renap-status',
    change: value({ path: '/renap', status: 404 }, 'success', () => true),
  },
  {
    name: 'the registry’s error code becomes a status',
    speaks: 'resources.envelope.renap-code',
    change: answer({ path: '/renap', says: 'CUI no registrado.' }, 404, {
      success: false,
      data: null,
      message: 'CUI no registrado.',
      responseCode: 404,
    }),
  },
  {
    name: 'responseCode is left out',
    speaks: 'resources.envelope.fields',
    change: value(batch, 'responseCode', () => undefined),
  },
  {
    name: 'responseCode is text',
    speaks: 'endpoints.renap.answer',
    also: ['endpoints.renap.request'],
    change: value({ path: '/renap', status: 200 }, 'responseCode', String),
  },
  {
    name: 'responseCode is not the status',
    speaks: 'resources.envelope.rtu-status',
    change: value(batch, 'responseCode', () => 0),
  },
  {
    name: 'the records of a batch come in another order',
    speaks: 'resources.envelope.as-published',
    change: value(batch, 'data', reversed),
  },
  {
    name: 'the records of a batch get keys of ours',
    speaks: 'resources.envelope.as-published',
    change: text(batch, '"tipo_persona"', '"tipoPersona"'),
  },
  {
    name: 'the message of a batch does not count',
    speaks: 'endpoints.rtu.answer',
    change: value(batch, 'message', () => 'Consulta exitosa.'),
  },
  {
    name: 'a batch without matches has null for records',
    speaks: 'resources.envelope.rtu-no-matches',
    also: ['endpoints.rtu.request'],
    change: value(batch, 'data', emptyAsNull),
  },
  {
    name: 'a batch without matches is a 404',
    speaks: 'resources.envelope.rtu-no-matches',
    change: answer({ ...batch, says: '"data":[]' }, 404, { error: 'Not found' }),
  },
];
