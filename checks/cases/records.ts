import { ask, query } from '@/checks/ask';
import { type Check, check, type Expectation } from '@/checks/check';
import { every, failure, record, statusThen } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { goldenBody } from '@/checks/golden';
import {
  catalogRtu,
  catalogs,
  cuiNit,
  type Identified,
  type LookupUnderTest,
  omisos,
} from '@/checks/lookups';
import { dataOf, recordShape } from '@/checks/shapes';
import type { ClauseId } from '@/lib/contract/clauses';
import { wellKnown } from '@/simulator/well-known';
import { NOT_FOUND } from './texts';

/** Records of the catalogs: their shape for any person, every value for a person of the sandbox. */

type Person = keyof typeof wellKnown;

const RECORD = {
  'cui-nit': ['resources.cui-nit.record', 'resources.cui-nit.nombre'],
  omisos: ['resources.omisos.record'],
  'rtu-v2': [
    'resources.rtu.individual',
    'resources.rtu.persona',
    'resources.rtu.sector',
    'resources.rtu.actividades',
    'resources.rtu.afiliaciones',
    'resources.rtu.obligaciones',
    'resources.rtu.caracteristicas',
  ],
} as const satisfies Partial<Record<LookupUnderTest['name'], readonly ClauseId[]>>;

function recordClauses({ name }: LookupUnderTest): readonly ClauseId[] {
  const clauses: Partial<Record<LookupUnderTest['name'], readonly ClauseId[]>> = RECORD;
  return clauses[name] ?? [];
}

/** People of the sandbox, each for what is particular about the record. */
const people: readonly (readonly [LookupUnderTest, Person, readonly ClauseId[]])[] = [
  [cuiNit, 'individual', [...RECORD['cui-nit'], 'service.gateway']],
  [cuiNit, 'company', ['resources.cui-nit.tipo-persona', 'service.gateway']],
  [cuiNit, 'words', ['resources.cui-nit.tipo-persona', 'sources.normalisation']],
  [cuiNit, 'sparse', ['resources.catalog-envelope.2', 'service.shape-stable']],
  [catalogRtu, 'individual', [...RECORD['rtu-v2'], 'service.gateway']],
  [catalogRtu, 'company', ['resources.rtu.company', 'resources.rtu.opaque']],
  [catalogRtu, 'digits', ['resources.rtu.tipo-renta-establecimiento', 'sources.normalisation']],
  [
    catalogRtu,
    'letters',
    [
      'resources.codigo-descripcion.codigo',
      'resources.catalog-envelope.4',
      'resources.catalog-envelope.5',
      'sources.normalisation',
    ],
  ],
  [catalogRtu, 'words', ['resources.codigo-descripcion.fields', 'resources.catalog-envelope.5']],
  [
    catalogRtu,
    'sparse',
    [
      'resources.catalog-envelope.2',
      'resources.catalog-envelope.3',
      'resources.rtu.marcas',
      'service.shape-stable',
    ],
  ],
  [catalogRtu, 'noAffiliations', ['resources.rtu.no-affiliation']],
  [omisos, 'individual', [...RECORD.omisos, 'service.gateway']],
  [omisos, 'company', RECORD.omisos],
  [omisos, 'defaulter', ['resources.omisos.incumplimientos']],
  [omisos, 'coerced', ['resources.omisos.coactivo']],
  [omisos, 'letters', ['resources.omisos.establecimientos', 'sources.normalisation']],
  [omisos, 'words', ['resources.omisos.cui']],
  [
    omisos,
    'sparse',
    [
      'resources.omisos.null-is-not-false',
      'resources.catalog-envelope.4',
      'resources.omisos.domicilio',
      'service.shape-stable',
    ],
  ],
];

async function whole(lookup: LookupUnderTest, name: string): Promise<Expectation> {
  const expected = await goldenBody(`${lookup.name}.${name}`);
  return statusThen(200, every(recordShape, record(expected)));
}

function ofPerson([lookup, who, covers]: (typeof people)[number]): Promise<Check> {
  return whole(lookup, who).then((holds) =>
    check({
      title: `${who} of the sandbox, every value`,
      covers,
      needs: ['sandbox'],
      asks: query(lookup, { nit: wellKnown[who].nit }),
      holds,
    }),
  );
}

/** Requests other than the NIT alone that lead to the same record. */
async function askedOtherwise(lookup: LookupUnderTest): Promise<Check[]> {
  const { nit, cui } = wellKnown.individual;
  const holds = await whole(lookup, 'individual');
  const sandbox = { needs: ['sandbox'], holds } as const;
  const headers = {
    'content-type': 'application/json',
    'x-user-nit': wellKnown.company.nit,
    'x-user': 'otro',
  };
  return [
    check({
      title: 'by CUI alone',
      covers: ['endpoints.catalog.rule-1', 'service.rtu-differs'],
      asks: query(lookup, { cui }),
      ...sandbox,
    }),
    check({
      title: 'with x-user-nit and x-user',
      covers: ['service.no-user-nit', 'auth.rule-2'],
      asks: query(lookup, { nit }, { headers }),
      ...sandbox,
    }),
    check({
      title: 'by both identifiers of one taxpayer',
      covers: ['endpoints.catalog.rule-2'],
      asks: query(lookup, { nit, cui }),
      ...sandbox,
    }),
    check({
      title: 'by identifiers of two taxpayers: the source decides',
      covers: ['endpoints.catalog.rule-2', 'errors.catalogos.404'],
      needs: ['sandbox'],
      asks: ask(lookup, { nit, cui: wellKnown.married.cui }),
      holds: failure(404, NOT_FOUND),
    }),
    check({
      title: 'with one usable identifier and one not',
      covers: ['endpoints.catalog.rule-1', 'input.usable-text'],
      needs: ['sandbox'],
      asks: ask(lookup, { nit: ' ', cui: wellKnown.unknown.cui }),
      holds: failure(404, NOT_FOUND),
    }),
    check({
      title: 'with actualizado: from the moment, not from a copy',
      covers: ['endpoints.catalog.rule-3', 'endpoints.catalog.actualizado'],
      needs: ['sandbox'],
      asks: query(lookup, { nit, actualizado: true }),
      holds: statusThen(200, every(recordShape, notFromACopy)),
    }),
    check({
      title: 'actualizado false is the default',
      covers: ['endpoints.catalog.rule-3', 'endpoints.catalog.actualizado'],
      asks: query(lookup, { nit, actualizado: false }),
      ...sandbox,
    }),
  ];
}

const COPIED_AT = '2025-06-01T20:15:00.000Z';

const notFromACopy: Expectation = (reply) => {
  const came = dataOf(reply).fechaConsulta;
  return came === COPIED_AT
    ? [finding(reply, 'data.fechaConsulta', 'the moment of the query', came)]
    : [];
};

/** Checks the shape of a record, of somebody real or of the sandbox. */
function anybody(lookup: LookupUnderTest, who: Partial<Identified>): Check {
  const { nit, cui } = who;
  return check({
    title: 'a record has every field, each of its type, and no other',
    covers: [
      ...recordClauses(lookup),
      'resources.catalog-envelope.only-data',
      'resources.catalog-envelope.1',
      'resources.catalog-envelope.2',
    ],
    needs: ['taxpayer'],
    asks: query(lookup, { ...(nit === undefined ? { cui } : { nit }) }),
    holds: statusThen(200, recordShape),
  });
}

export async function recordChecks(taxpayer: Partial<Identified>): Promise<Check[]> {
  const [persons, otherwise] = await Promise.all([
    Promise.all(people.map(ofPerson)),
    Promise.all(catalogs.map(askedOtherwise)),
  ]);
  return [...catalogs.map((lookup) => anybody(lookup, taxpayer)), ...persons, ...otherwise.flat()];
}
