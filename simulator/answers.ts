import { findByCui, findByNit, type Person } from './people';
import type { ReadRequest } from './requests';
import {
  type Answer,
  CATALOGS,
  type CatalogLookup,
  isCatalog,
  type Json,
  type Lookup,
  recordOf,
} from './wire';

/** Answers of the catalogs from the source's own copy, which are asked for most, by person. */
const copies = new Map<Person, Record<CatalogLookup, Answer>>();

const ok = (body: string): Answer => ({ status: 200, body });
const failure = (status: number, mensaje: string): Answer => ({
  status,
  body: JSON.stringify({ mensaje }),
});

/** Wraps the JSON text of `datos` as a successful catalog answer. */
function catalogBody(datos: string, fechaConsulta: string): string {
  return `{"exito":true,"mensaje":"Consulta realizada.","fecha_consulta":"${fechaConsulta}","datos":${datos}}`;
}

/** Makes an answer of the person registry, whose body has a response code of its own. */
function registryAnswer(status: number, responseCode: number, message: string, data: Json): Answer {
  return { status, body: JSON.stringify({ responseCode, message, data }) };
}

function copiesOf(person: Person): Record<CatalogLookup, Answer> {
  const kept = copies.get(person);
  if (kept !== undefined) return kept;
  const made = recordOf(CATALOGS, (lookup) =>
    ok(catalogBody(JSON.stringify(person.records[lookup]), person.copiedAt)),
  );
  copies.set(person, made);
  return made;
}

function registryLookup(cui: string): Answer {
  const person = findByCui(cui);
  return person === undefined
    ? registryAnswer(404, 404, 'No se encontró información para el CUI consultado.', null)
    : registryAnswer(200, 200, 'Consulta exitosa.', person.records.renap);
}

function batchLookup(nits: readonly string[]): Answer {
  const found = nits.flatMap((nit) => findByNit(nit)?.records.rtu ?? []);
  return ok(JSON.stringify({ registros: found }));
}

function catalogLookup(lookup: CatalogLookup, { request }: ReadRequest): Answer {
  const { nit, cui, fresh } = request;
  const ofNit = nit === undefined ? undefined : findByNit(nit);
  const ofCui = cui === undefined ? undefined : findByCui(cui);
  const person = ofNit ?? ofCui;
  if (person === undefined) return failure(404, 'No hay información para los datos enviados.');
  if (nit !== undefined && cui !== undefined && ofNit !== ofCui) {
    const mensaje = 'El NIT y el CUI no corresponden al mismo contribuyente.';
    return ok(JSON.stringify({ exito: false, mensaje }));
  }
  if (!fresh) return copiesOf(person)[lookup];
  return ok(catalogBody(JSON.stringify(person.records[lookup]), new Date().toISOString()));
}

/** Answers as a source without a fault. */
export function ordinaryAnswer(lookup: Lookup, read: ReadRequest): Answer {
  if (read.problem !== undefined) return rejection(lookup, 400, read.problem);
  if (lookup === 'renap') return registryLookup(read.request.cui ?? '');
  return lookup === 'rtu' ? batchLookup(read.request.nits) : catalogLookup(lookup, read);
}

/** Makes a failure in the format of the lookup's source. */
export function rejection(lookup: Lookup, status: number, message: string): Answer {
  return lookup === 'renap'
    ? registryAnswer(status, status, message, null)
    : failure(status, message);
}

/** Wraps one record, given as JSON text, as a success of the lookup. A batch repeats it. */
export function successAround(lookup: Lookup, record: string, times: number): Answer {
  if (isCatalog(lookup)) return ok(catalogBody(record, '2025-09-30T06:15:00.000Z'));
  if (lookup === 'renap') {
    return ok(`{"responseCode":200,"message":"Consulta exitosa.","data":${record}}`);
  }
  return ok(`{"registros":[${Array<string>(times).fill(record).join(',')}]}`);
}
