import { isJsonObject } from '@/lib/json';
import { wellKnown } from '@/simulator/well-known';
import { answer, type Mutation, mutation, text, value } from './mutation';

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
  mutation(
    'a record has a key too many',
    ['resources.cui-nit.record'],
    value(cuiNit, 'data', withKey('edad', 37)),
  ),
  mutation(
    'a nested record has a key too many',
    ['resources.rtu.sector', 'resources.rtu.persona'],
    value(rtu, 'data.persona.sectorEconomico', withKey('nivel', null)),
  ),
  mutation(
    'the catalogs answer with the envelope of the registries',
    ['resources.catalog-envelope.only-data'],
    value(omisos, '', withKey('success', true)),
  ),
  mutation(
    'a field is missing',
    ['resources.omisos.domicilio'],
    value(omisos, 'data.domicilioFiscal.telefono', () => undefined),
  ),
  mutation(
    'what is not reported is left out',
    ['resources.catalog-envelope.2'],
    value(omisos, 'data.nombreComercial', (before) => before ?? undefined),
  ),
  mutation(
    'an empty list is null',
    ['resources.catalog-envelope.2', 'resources.omisos.establecimientos'],
    value(omisos, 'data.establecimientos', emptyAsNull),
  ),
  mutation(
    'the list of unfiled obligations is null',
    ['resources.omisos.incumplimientos'],
    value(omisos, 'data.incumplimientos', () => null),
  ),
  mutation(
    'the obligations of a tax are null',
    ['resources.rtu.obligaciones'],
    value(rtu, 'data.afiliaciones.isr.obligaciones', () => null),
  ),
  mutation(
    'a list stands for an object',
    ['resources.rtu.afiliaciones'],
    value(rtu, 'data.afiliaciones.iva', (before) => (before === null ? null : [before])),
  ),
  mutation(
    'an object stands for a list',
    ['resources.rtu.actividades'],
    value(rtu, 'data.persona.actividadesEconomicas', () => ({})),
  ),
  mutation(
    'a code that is text becomes a number',
    ['resources.codigo-descripcion.codigo', 'sources.normalisation'],
    value({ ...rtu, says: wellKnown.letters.nit }, 'data.persona.genero.codigo', Number),
  ),
  mutation(
    'a coded value is its description alone',
    ['resources.codigo-descripcion.fields'],
    value(rtu, 'data.persona.estadoCivil', (before) =>
      isJsonObject(before) ? before.descripcion : before,
    ),
  ),
  mutation(
    'a coded value that is not reported is null',
    ['resources.catalog-envelope.3', 'service.shape-stable'],
    text(rtu, '{"codigo":null,"descripcion":null}', 'null'),
  ),
  mutation(
    'the spaces of a CUI are trimmed',
    ['resources.omisos.cui', 'resources.omisos.record'],
    value(omisos, 'data.cui', (cui) => (typeof cui === 'string' ? cui.replaceAll(' ', '') : cui)),
  ),
  mutation(
    'the birth date is written by slashes',
    ['resources.catalog-envelope.5'],
    value(rtu, 'data.persona.fechaNacimiento', (date) =>
      typeof date === 'string' ? date.split('-').reverse().join('/') : date,
    ),
  ),
  mutation(
    'other dates are normalised too',
    ['resources.catalog-envelope.5'],
    value({ ...rtu, says: wellKnown.letters.nit }, 'data.fechaUltimaActualizacion', (date) =>
      typeof date === 'string' ? date.split('/').reverse().join('-') : date,
    ),
  ),
  mutation(
    'a flag that is not reported is false',
    ['resources.omisos.null-is-not-false'],
    value(omisos, 'data.tieneProcesoCoactivo', nullAsFalse),
  ),
  mutation(
    'a flag of the RTU that is not reported is false',
    ['resources.catalog-envelope.4'],
    value(rtu, 'data.persona.participacionGremial', nullAsFalse),
  ),
  mutation(
    'a coercive process counts as an unfiled obligation only',
    ['resources.omisos.coactivo'],
    value(omisos, 'data.tieneProcesoCoactivo', () => false),
  ),
  mutation(
    'a field is written with an underscore',
    ['resources.catalog-envelope.1'],
    text(omisos, '"nombreComercial"', '"nombre_comercial"'),
  ),
  mutation(
    'tipoPersona is in capitals',
    ['resources.cui-nit.tipo-persona'],
    text(cuiNit, '"juridica"', '"JURIDICA"'),
  ),
  mutation(
    'the name is split up',
    ['resources.cui-nit.nombre'],
    text(cuiNit, 'MUÑOZ,GARCÍA,,MARÍA,JOSÉ', 'MARÍA JOSÉ MUÑOZ GARCÍA'),
  ),
  mutation(
    'the IVA has a tipoRenta',
    ['resources.rtu.tipo-renta-establecimiento'],
    value(rtu, 'data.afiliaciones.iva.tipoRenta', () => ({
      codigo: 1,
      descripcion: 'RENTAS',
    })),
  ),
  mutation(
    'the state of a mark is a coded value',
    ['resources.rtu.marcas'],
    value(rtu, 'data.persona.marcas.0.estado', (estado) => ({
      codigo: estado,
      descripcion: null,
    })),
  ),
  mutation(
    'an individual has no persona',
    ['resources.rtu.individual'],
    value({ ...rtu, says: wellKnown.individual.nit }, 'data.persona', () => null),
  ),
  mutation(
    'a legal entity has a persona',
    ['resources.rtu.company'],
    value({ ...rtu, says: wellKnown.company.nit }, 'data.persona', nullAsEmptyObject),
  ),
  mutation(
    'empresa is rewritten in camelCase',
    ['resources.rtu.opaque'],
    value(rtu, 'data.empresa', (empresa) =>
      isJsonObject(empresa)
        ? Object.fromEntries(
            Object.entries(empresa).map(([key, inner]) => [
              key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
              inner,
            ]),
          )
        : empresa,
    ),
  ),
  mutation(
    'a tax without affiliation is an empty object',
    ['resources.rtu.no-affiliation'],
    value(rtu, 'data.afiliaciones.isr', nullAsEmptyObject),
  ),
  mutation(
    'a special trait is cut short',
    ['resources.rtu.caracteristicas'],
    value(rtu, 'data.caracteristicasEspeciales.0.fechaHasta', () => undefined),
  ),
  mutation(
    'a success with nothing in it is a 404',
    ['resources.catalog-envelope.6'],
    answer({ ...cuiNit, says: '"cui":null,"nit":null' }, 404, {
      message: 'No encontramos informacion para los datos enviados.',
    }),
  ),
  mutation(
    'a success with nothing in it is an individual',
    ['resources.rtu.undetermined'],
    value({ ...rtu, asks: '9900011' }, 'data.empresa', nullAsEmptyObject),
  ),
  mutation(
    'compressed answers of a source are failures',
    ['sources.lawful-answers'],
    answer({ path: '/catalogos/', asks: '9900036' }, 502, {
      message: 'El servicio de consultas no esta disponible en este momento.',
    }),
  ),
  mutation(
    'a code of the registry that is text is passed on',
    ['sources.renap-defaults'],
    value({ path: '/renap', says: 'Consulta exitosa.' }, 'responseCode', String),
  ),
  mutation(
    'actualizado is answered from the copy',
    ['endpoints.catalog.rule-3'],
    value({ ...cuiNit, asks: '"actualizado":true' }, 'data.fechaConsulta', () => {
      return '2025-06-01T20:15:00.000Z';
    }),
  ),
  mutation(
    'everybody is the same taxpayer',
    ['service.gateway'],
    value(cuiNit, 'data', withKey('nit', wellKnown.married.nit)),
  ),
  mutation(
    'hostile text is cleaned',
    ['sources.hostile'],
    text({ path: '/catalogos/' }, 'DROP TABLE', ''),
  ),
  mutation(
    'what is published is parsed and written again without __proto__',
    ['sources.untouched'],
    text({ path: '/renap' }, '"__proto__":{"esAdmin":true},', ''),
  ),
  mutation(
    'what is deep is cut',
    ['sources.untouched'],
    text({ path: '/rtu' }, '['.repeat(100_000), '['.repeat(99_999)),
  ),
  mutation(
    'success is true although the registry failed',
    ['resources.envelope.renap-status'],
    value({ path: '/renap', status: 404 }, 'success', () => true),
  ),
  mutation(
    'the registry’s error code becomes a status',
    ['resources.envelope.renap-code'],
    answer({ path: '/renap', says: 'CUI no registrado.' }, 404, {
      success: false,
      data: null,
      message: 'CUI no registrado.',
      responseCode: 404,
    }),
  ),
  mutation(
    'responseCode is left out',
    ['resources.envelope.fields'],
    value(batch, 'responseCode', () => undefined),
  ),
  mutation(
    'responseCode is text',
    ['endpoints.renap.answer', 'endpoints.renap.request'],
    value({ path: '/renap', status: 200 }, 'responseCode', String),
  ),
  mutation(
    'responseCode is not the status',
    ['resources.envelope.rtu-status'],
    value(batch, 'responseCode', () => 0),
  ),
  mutation(
    'the records of a batch come in another order',
    ['resources.envelope.as-published'],
    value(batch, 'data', reversed),
  ),
  mutation(
    'the records of a batch get keys of ours',
    ['resources.envelope.as-published'],
    text(batch, '"tipo_persona"', '"tipoPersona"'),
  ),
  mutation(
    'the message of a batch does not count',
    ['endpoints.rtu.answer'],
    value(batch, 'message', () => 'Consulta exitosa.'),
  ),
  mutation(
    'a batch without matches has null for records',
    ['resources.envelope.rtu-no-matches', 'endpoints.rtu.request'],
    value(batch, 'data', emptyAsNull),
  ),
  mutation(
    'a batch without matches is a 404',
    ['resources.envelope.rtu-no-matches'],
    answer({ ...batch, says: '"data":[]' }, 404, { error: 'Not found' }),
  ),
];
