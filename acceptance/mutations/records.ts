import { isJsonObject } from '@/lib/base/values/json';
import { wellKnown } from '@/simulator/well-known';
import {
  answer,
  CATALOGS,
  envelope,
  type Mutation,
  NOT_FOUND,
  RENAP,
  RTU,
  refusal,
  text,
  UNAVAILABLE,
  value,
} from './mutation';

/** Changes to what answers hold: records of the catalogs, envelopes of the registries. */

const cuiNit = { path: '/catalogos/cui-nit', status: 200 };
const rtu = { path: '/catalogos/rtu', status: 200 };
const omisos = { path: '/catalogos/omisos', status: 200 };
const batch = { path: '/rtu/nits', status: 200 };
const rtuOf = (who: { readonly nit: string }) => ({ ...rtu, says: who.nit });

const withKey = (key: string, added: unknown) => (before: unknown) =>
  isJsonObject(before) ? { ...before, [key]: added } : before;
/** Edits text, and leaves what is not reported. */
const written = (edit: (text: string) => string) => (before: unknown) =>
  typeof before === 'string' ? edit(before) : before;
const instead = (from: (before: unknown) => boolean, to: unknown) => (before: unknown) =>
  from(before) ? to : before;
const isNull = (before: unknown) => before === null;
const isEmpty = (before: unknown) => Array.isArray(before) && before.length === 0;

const camelCase = (key: string) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const inCamelCase = (before: unknown) =>
  isJsonObject(before)
    ? Object.fromEntries(Object.entries(before).map(([key, inner]) => [camelCase(key), inner]))
    : before;
const reversed = (before: unknown) => (Array.isArray(before) ? before.toReversed() : before);

export const records: readonly Mutation[] = [
  [value(cuiNit, 'data', withKey('edad', 37)), 'resources.cui-nit.record'],
  [
    value(rtu, 'data.persona.sectorEconomico', withKey('nivel', null)),
    'resources.rtu.sector',
    'resources.rtu.persona',
  ],
  [value(omisos, '', withKey('success', true)), 'resources.catalog-envelope.only-data'],
  [value(omisos, 'data.domicilioFiscal.telefono', undefined), 'resources.omisos.domicilio'],
  [
    value(omisos, 'data.nombreComercial', instead(isNull, undefined)),
    'resources.catalog-envelope.2',
  ],
  [
    value(omisos, 'data.establecimientos', instead(isEmpty, null)),
    'resources.catalog-envelope.2',
    'resources.omisos.establecimientos',
  ],
  [value(omisos, 'data.incumplimientos', null), 'resources.omisos.incumplimientos'],
  [value(rtu, 'data.afiliaciones.isr.obligaciones', null), 'resources.rtu.obligaciones'],
  [
    value(rtu, 'data.afiliaciones.iva', (before: unknown) => before && [before]),
    'resources.rtu.afiliaciones',
  ],
  [value(rtu, 'data.persona.actividadesEconomicas', {}), 'resources.rtu.actividades'],
  [
    value(rtuOf(wellKnown.letters), 'data.persona.genero.codigo', Number),
    'resources.codigo-descripcion.codigo',
    'sources.normalisation',
  ],
  [
    value(rtu, 'data.persona.estadoCivil', (before: unknown) =>
      isJsonObject(before) ? before.descripcion : before,
    ),
    'resources.codigo-descripcion.fields',
  ],
  [
    text(rtu, '{"codigo":null,"descripcion":null}', 'null'),
    'resources.catalog-envelope.3',
    'service.shape-stable',
  ],
  [
    value(
      omisos,
      'data.cui',
      written((cui) => cui.replaceAll(' ', '')),
    ),
    'resources.omisos.cui',
    'resources.omisos.record',
  ],
  [
    value(
      rtu,
      'data.persona.fechaNacimiento',
      written((date) => date.replaceAll('-', '/')),
    ),
    'resources.catalog-envelope.5',
  ],
  [
    value(
      rtuOf(wellKnown.letters),
      'data.fechaUltimaActualizacion',
      written((date) => date.split('/').reverse().join('-')),
    ),
    'resources.catalog-envelope.5',
  ],
  [
    value(omisos, 'data.tieneProcesoCoactivo', instead(isNull, false)),
    'resources.omisos.null-is-not-false',
  ],
  [
    value(rtu, 'data.persona.participacionGremial', instead(isNull, false)),
    'resources.catalog-envelope.4',
  ],
  [value(omisos, 'data.tieneProcesoCoactivo', false), 'resources.omisos.coactivo'],
  [text(omisos, '"nombreComercial"', '"nombre_comercial"'), 'resources.catalog-envelope.1'],
  [text(cuiNit, '"juridica"', '"JURIDICA"'), 'resources.cui-nit.tipo-persona'],
  [text(cuiNit, 'MUÑOZ,GARCÍA,,MARÍA,JOSÉ', 'MARÍA JOSÉ MUÑOZ GARCÍA'), 'resources.cui-nit.nombre'],
  [
    value(rtu, 'data.afiliaciones.iva.tipoRenta', { codigo: 1, descripcion: 'RENTAS' }),
    'resources.rtu.tipo-renta-establecimiento',
  ],
  [
    value(rtu, 'data.persona.marcas.0.estado', { codigo: 1, descripcion: null }),
    'resources.rtu.marcas',
  ],
  [value(rtuOf(wellKnown.individual), 'data.persona', null), 'resources.rtu.individual'],
  [value(rtuOf(wellKnown.company), 'data.persona', instead(isNull, {})), 'resources.rtu.company'],
  [value(rtu, 'data.empresa', inCamelCase), 'resources.rtu.opaque'],
  [value(rtu, 'data.afiliaciones.isr', instead(isNull, {})), 'resources.rtu.no-affiliation'],
  [
    value(rtu, 'data.caracteristicasEspeciales.0.fechaHasta', undefined),
    'resources.rtu.caracteristicas',
  ],
  [
    refusal({ ...cuiNit, says: '"cui":null,"nit":null' }, 404, NOT_FOUND),
    'resources.catalog-envelope.6',
  ],
  [
    value({ ...rtu, asks: '9900011' }, 'data.empresa', instead(isNull, {})),
    'resources.rtu.undetermined',
  ],
  [refusal({ ...CATALOGS, asks: '9900036' }, 502, UNAVAILABLE), 'sources.lawful-answers'],
  [
    value({ ...RENAP, says: 'Consulta exitosa.' }, 'responseCode', String),
    'sources.renap-defaults',
  ],
  [
    value(
      { ...cuiNit, asks: '"actualizado":true' },
      'data.fechaConsulta',
      '2025-06-01T20:15:00.000Z',
    ),
    'endpoints.catalog.rule-3',
  ],
  [value(cuiNit, 'data', withKey('nit', wellKnown.married.nit)), 'service.gateway'],
  [text(CATALOGS, 'DROP TABLE', ''), 'sources.hostile'],
  [text(RENAP, '"__proto__":{"esAdmin":true},', ''), 'sources.untouched'],
  [text(RTU, '['.repeat(100_000), '['.repeat(99_999)), 'sources.untouched'],
  [value({ ...RENAP, status: 404 }, 'success', true), 'resources.envelope.renap-status'],
  [
    envelope({ ...RENAP, says: 'CUI no registrado.' }, 404, null, 'CUI no registrado.'),
    'resources.envelope.renap-code',
  ],
  [value(batch, 'responseCode', undefined), 'resources.envelope.fields'],
  [
    value({ ...RENAP, status: 200 }, 'responseCode', String),
    'endpoints.renap.answer',
    'endpoints.renap.request',
  ],
  [value(batch, 'responseCode', 0), 'resources.envelope.rtu-status'],
  [value(batch, 'data', reversed), 'resources.envelope.as-published'],
  [text(batch, '"tipo_persona"', '"tipoPersona"'), 'resources.envelope.as-published'],
  [value(batch, 'message', 'Consulta exitosa.'), 'endpoints.rtu.answer'],
  [
    value(batch, 'data', instead(isEmpty, null)),
    'resources.envelope.rtu-no-matches',
    'endpoints.rtu.request',
  ],
  [
    answer({ ...batch, says: '"data":[]' }, 404, { error: 'Not found' }),
    'resources.envelope.rtu-no-matches',
  ],
];
