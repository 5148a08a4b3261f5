import { isJsonObject } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Lookup } from '@/lib/contract/lookups';
import type { Difference } from './differences';

/** Clauses about a field, by lookup and path. The kind of a difference may add others. */
const PLACES: Readonly<Partial<Record<Lookup, readonly (readonly [RegExp, ClauseId])[]>>> = {
  renap: [[/^data\b/, 'resources.envelope.as-published']],
  rtu: [[/^data\b/, 'resources.envelope.as-published']],
  'cui-nit': [
    [/^data\b/, 'resources.cui-nit.record'],
    [/^data\.nombre$/, 'resources.cui-nit.nombre'],
    [/^data\.tipoPersona$/, 'resources.cui-nit.tipo-persona'],
  ],
  omisos: [
    [/^data\b/, 'resources.omisos.record'],
    [/^data\.cui$/, 'resources.omisos.cui'],
    [/^data\.domicilioFiscal\b/, 'resources.omisos.domicilio'],
    [/^data\.establecimientos\b/, 'resources.omisos.establecimientos'],
    [/^data\.(?:tieneIncumplimientos|incumplimientos)\b/, 'resources.omisos.incumplimientos'],
    [/^data\.tieneProcesoCoactivo$/, 'resources.omisos.coactivo'],
  ],
  'rtu-v2': [
    [/^data\.(?:persona|empresa)$/, 'resources.rtu.individual'],
    [/^data\.(?:persona|empresa)$/, 'resources.rtu.company'],
    [/^data\.(?:empresa|representantes)\b/, 'resources.rtu.opaque'],
    [/^data\.persona\b/, 'resources.rtu.persona'],
    [/\.sectorEconomico\b/, 'resources.rtu.sector'],
    [/\.actividadesEconomicas\b/, 'resources.rtu.actividades'],
    [/\.marcas\b/, 'resources.rtu.marcas'],
    [/^data\.afiliaciones\b/, 'resources.rtu.afiliaciones'],
    [/^data\.afiliaciones\.(?:isr|iva)$/, 'resources.rtu.no-affiliation'],
    [/\.tipo(?:Renta|Establecimiento)\b/, 'resources.rtu.tipo-renta-establecimiento'],
    [/\.obligaciones\b/, 'resources.rtu.obligaciones'],
    [/^data\.caracteristicasEspeciales\b/, 'resources.rtu.caracteristicas'],
  ],
};

/** Rules of the contract for a kind of difference, anywhere in a catalog's record. */
const KINDS: readonly (readonly [(difference: Difference) => boolean, ClauseId])[] = [
  [
    ({ expected, came }) => (expected === undefined) !== (came === undefined),
    'resources.catalog-envelope.2',
  ],
  [
    ({ expected, came }) => isEmptyList(expected) !== isEmptyList(came),
    'resources.catalog-envelope.2',
  ],
  [({ path, came }) => came !== undefined && /_/.test(path), 'resources.catalog-envelope.1'],
  [({ expected, came }) => isCoded(expected) && !isCoded(came), 'resources.catalog-envelope.3'],
  [
    ({ expected, came }) => isCoded(expected) && !isCoded(came),
    'resources.codigo-descripcion.fields',
  ],
  [({ path }) => /\.codigo$/.test(path), 'resources.codigo-descripcion.codigo'],
  [
    ({ expected, came }) => expected === null && typeof came === 'boolean',
    'resources.catalog-envelope.4',
  ],
  [
    ({ expected, came }) => typeof expected === 'boolean' && came === null,
    'resources.catalog-envelope.4',
  ],
  [({ path }) => /\.(?:fecha\w*|vigencia\w*)$/.test(path), 'resources.catalog-envelope.5'],
];

const ENVELOPE: readonly ClauseId[] = [
  'resources.catalog-envelope.only-data',
  'resources.omisos.null-is-not-false',
];

const placed: ReadonlySet<ClauseId> = new Set([
  ...[...Object.values(PLACES).flat(), ...KINDS].map(([, clause]) => clause),
  ...ENVELOPE,
]);

/** True when a clause is about one part of an answer, so that other differences do not break it. */
export function hasPlace(id: ClauseId): boolean {
  return placed.has(id);
}

/** Lists the clauses about the place and the kind of a difference in a record. */
export function clausesAt(lookup: Lookup, difference: Difference): ClauseId[] {
  const { path, expected, came } = difference;
  const places = (PLACES[lookup] ?? []).filter(([place]) => place.test(path));
  const isRegistry = lookup === 'renap' || lookup === 'rtu';
  const kinds = isRegistry ? [] : KINDS.filter(([holds]) => holds(difference));
  const ids = [...places, ...kinds].map(([, clause]) => clause);
  const isFlag = expected === null && typeof came === 'boolean';
  if (lookup === 'omisos' && isFlag) ids.push('resources.omisos.null-is-not-false');
  return [...new Set(ids)];
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isCoded(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).sort().join() === 'codigo,descripcion';
}
