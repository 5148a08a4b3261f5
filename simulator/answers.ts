import { findByCui, findByNit } from './people';
import { personRegistryRecord, type Records, recordsOf } from './records';
import type { ReadRequest } from './requests';
import { reservedByCui, reservedByNit } from './reserved';
import type { Individual, Taxpayer } from './taxpayer';
import {
  type Answer,
  CATALOGS,
  type CatalogLookup,
  isCatalog,
  type Json,
  type Lookup,
  recordOf,
} from './wire';

/** JSON texts of one taxpayer, made at its first lookup and kept: later ones only send them. */
interface Texts {
  datos: Record<CatalogLookup, string>;
  /** Whole answers from the source's own copy, the plainest and most frequent kind. */
  copied: Record<CatalogLookup, Answer>;
  registro: string;
  records: Records;
}

const texts = new Map<Taxpayer, Texts>();
const registryAnswers = new Map<Individual, Answer>();

const ok = (body: string): Answer => ({ status: 200, body });
const failure = (status: number, mensaje: string): Answer => ({
  status,
  body: JSON.stringify({ mensaje }),
});

/** A successful catalog answer around the JSON text of its `datos`. */
function catalogBody(datos: string, fechaConsulta: string): string {
  return `{"exito":true,"mensaje":"Consulta realizada.","fecha_consulta":"${fechaConsulta}","datos":${datos}}`;
}

/** An answer of the person registry, whose body repeats a code of its own. */
function registryAnswer(status: number, responseCode: number, message: string, data: Json): Answer {
  return { status, body: JSON.stringify({ responseCode, message, data }) };
}

function textsOf(taxpayer: Taxpayer): Texts {
  const kept = texts.get(taxpayer);
  if (kept !== undefined) return kept;
  const records = recordsOf(taxpayer);
  const datos = recordOf(CATALOGS, (lookup) => JSON.stringify(records.catalogs[lookup]));
  const made = {
    datos,
    copied: recordOf(CATALOGS, (lookup) => ok(catalogBody(datos[lookup], records.copiedAt))),
    registro: JSON.stringify(records.registro),
    records,
  };
  texts.set(taxpayer, made);
  return made;
}

const taxpayerByNit = (nit: string): Taxpayer | undefined => reservedByNit(nit) ?? findByNit(nit);
const taxpayerByCui = (cui: string): Taxpayer | undefined => reservedByCui(cui) ?? findByCui(cui);

function registryLookup(cui: string): Answer {
  const individual = reservedByCui(cui) ?? findByCui(cui);
  if (individual === undefined) {
    return registryAnswer(404, 404, 'No se encontró información para el CUI consultado.', null);
  }
  const kept = registryAnswers.get(individual);
  if (kept !== undefined) return kept;
  const made = registryAnswer(200, 200, 'Consulta exitosa.', personRegistryRecord(individual));
  registryAnswers.set(individual, made);
  return made;
}

function batchLookup(nits: readonly string[]): Answer {
  const found: string[] = [];
  for (const nit of nits) {
    const taxpayer = taxpayerByNit(nit);
    if (taxpayer !== undefined) found.push(textsOf(taxpayer).registro);
  }
  return ok(`{"registros":[${found.join(',')}]}`);
}

function catalogLookup(lookup: CatalogLookup, { request }: ReadRequest): Answer {
  const { nit, cui, fresh } = request;
  const ofNit = nit === undefined ? undefined : taxpayerByNit(nit);
  const ofCui = cui === undefined ? undefined : taxpayerByCui(cui);
  const taxpayer = ofNit ?? ofCui;
  if (taxpayer === undefined) return failure(404, 'No hay información para los datos enviados.');
  if (nit !== undefined && cui !== undefined && ofNit !== ofCui) {
    const mensaje = 'El NIT y el CUI no corresponden al mismo contribuyente.';
    return ok(JSON.stringify({ exito: false, mensaje }));
  }
  const { copied, datos } = textsOf(taxpayer);
  return fresh ? ok(catalogBody(datos[lookup], new Date().toISOString())) : copied[lookup];
}

/** What the source answers when nothing is wrong with it. */
export function ordinaryAnswer(lookup: Lookup, read: ReadRequest): Answer {
  if (read.problem !== undefined) return rejection(lookup, 400, read.problem);
  if (lookup === 'renap') return registryLookup(read.request.cui ?? '');
  return lookup === 'rtu' ? batchLookup(read.request.nits) : catalogLookup(lookup, read);
}

/** A failure in the shape of the lookup's source. */
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
