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
  values,
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
const without = (sign: string) => written((text) => text.replaceAll(sign, ''));
const yearFirst = written((date) => date.split('/').reverse().join('-'));
const inList = (before: unknown) => before && [before];
const descriptionOf = (before: unknown) => (isJsonObject(before) ? before.descripcion : before);
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

const RENT = { codigo: 1, descripcion: 'RENTAS' };

export const records: readonly Mutation[] = [
  ...values(
    cuiNit,
    ['data', withKey('edad', 37), 'resources.cui-nit.record'],
    ['data', withKey('nit', wellKnown.married.nit), 'service.gateway'],
  ),
  ...values(
    omisos,
    ['', withKey('success', true), 'resources.catalog-envelope.only-data'],
    ['data.domicilioFiscal.telefono', undefined, 'resources.omisos.domicilio'],
    ['data.nombreComercial', instead(isNull, undefined), 'resources.catalog-envelope.2'],
    [
      'data.establecimientos',
      instead(isEmpty, null),
      'resources.catalog-envelope.2',
      'resources.omisos.establecimientos',
    ],
    ['data.incumplimientos', null, 'resources.omisos.incumplimientos'],
    ['data.cui', without(' '), 'resources.omisos.cui', 'resources.omisos.record'],
    ['data.tieneProcesoCoactivo', instead(isNull, false), 'resources.omisos.null-is-not-false'],
    ['data.tieneProcesoCoactivo', false, 'resources.omisos.coactivo'],
  ),
  ...values(
    rtu,
    [
      'data.persona.sectorEconomico',
      withKey('nivel', null),
      'resources.rtu.sector',
      'resources.rtu.persona',
    ],
    ['data.afiliaciones.isr.obligaciones', null, 'resources.rtu.obligaciones'],
    ['data.afiliaciones.iva', inList, 'resources.rtu.afiliaciones'],
    ['data.persona.actividadesEconomicas', {}, 'resources.rtu.actividades'],
    ['data.persona.estadoCivil', descriptionOf, 'resources.codigo-descripcion.fields'],
    ['data.persona.fechaNacimiento', without('-'), 'resources.catalog-envelope.5'],
    ['data.persona.participacionGremial', instead(isNull, false), 'resources.catalog-envelope.4'],
    ['data.afiliaciones.iva.tipoRenta', RENT, 'resources.rtu.tipo-renta-establecimiento'],
    ['data.persona.marcas.0.estado', { codigo: 1, descripcion: null }, 'resources.rtu.marcas'],
    ['data.empresa', inCamelCase, 'resources.rtu.opaque'],
    ['data.afiliaciones.isr', instead(isNull, {}), 'resources.rtu.no-affiliation'],
    ['data.caracteristicasEspeciales.0.fechaHasta', undefined, 'resources.rtu.caracteristicas'],
  ),
  ...values(
    rtuOf(wellKnown.letters),
    [
      'data.persona.genero.codigo',
      Number,
      'resources.codigo-descripcion.codigo',
      'sources.normalisation',
    ],
    ['data.fechaUltimaActualizacion', yearFirst, 'resources.catalog-envelope.5'],
  ),
  ...values(rtuOf(wellKnown.individual), ['data.persona', null, 'resources.rtu.individual']),
  ...values(rtuOf(wellKnown.company), [
    'data.persona',
    instead(isNull, {}),
    'resources.rtu.company',
  ]),
  ...values({ ...rtu, asks: '9900011' }, [
    'data.empresa',
    instead(isNull, {}),
    'resources.rtu.undetermined',
  ]),
  ...values(
    batch,
    ['responseCode', undefined, 'resources.envelope.fields'],
    ['responseCode', 0, 'resources.envelope.rtu-status'],
    ['data', reversed, 'resources.envelope.as-published'],
    ['message', 'Consulta exitosa.', 'endpoints.rtu.answer'],
    ['data', instead(isEmpty, null), 'resources.envelope.rtu-no-matches', 'endpoints.rtu.request'],
  ),
  [
    text(rtu, '{"codigo":null,"descripcion":null}', 'null'),
    'resources.catalog-envelope.3',
    'service.shape-stable',
  ],
  [text(omisos, '"nombreComercial"', '"nombre_comercial"'), 'resources.catalog-envelope.1'],
  [text(cuiNit, '"juridica"', '"JURIDICA"'), 'resources.cui-nit.tipo-persona'],
  [text(cuiNit, 'MUÑOZ,GARCÍA,,MARÍA,JOSÉ', 'MARÍA JOSÉ MUÑOZ GARCÍA'), 'resources.cui-nit.nombre'],
  [
    refusal({ ...cuiNit, says: '"cui":null,"nit":null' }, 404, NOT_FOUND),
    'resources.catalog-envelope.6',
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
  [text(CATALOGS, 'DROP TABLE', ''), 'sources.hostile'],
  [text(RENAP, '"__proto__":{"esAdmin":true},', ''), 'sources.untouched'],
  [text(RTU, '['.repeat(100_000), '['.repeat(99_999)), 'sources.untouched'],
  [value({ ...RENAP, status: 404 }, 'success', true), 'resources.envelope.renap-status'],
  [
    envelope({ ...RENAP, says: 'CUI no registrado.' }, 404, null, 'CUI no registrado.'),
    'resources.envelope.renap-code',
  ],
  [
    value({ ...RENAP, status: 200 }, 'responseCode', String),
    'endpoints.renap.answer',
    'endpoints.renap.request',
  ],
  [text(batch, '"tipo_persona"', '"tipoPersona"'), 'resources.envelope.as-published'],
  [
    answer({ ...batch, says: '"data":[]' }, 404, { error: 'Not found' }),
    'resources.envelope.rtu-no-matches',
  ],
];
