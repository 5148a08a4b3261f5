import { rejection, successAround } from './answers';
import { oddRecord } from './odd-records';
import { RESERVED_BIRTH_DATE } from './reserved';
import { type Answer, isCatalog, type Json, type Lookup, type SourceRequest } from './wire';

/** Ingredients of an odd answer. */
export interface Matter {
  lookup: Lookup;
  request: SourceRequest;
  /** The answer of a source that is well. */
  ordinary(): Answer;
}

type Content = (matter: Matter) => Answer;

const json = (body: Json): Answer => ({ status: 200, body: JSON.stringify(body) });
const status =
  (code: number, message: string): Content =>
  ({ lookup }) =>
    rejection(lookup, code, message);
const around = (record: string, { lookup, request }: Matter) =>
  successAround(lookup, record, Math.max(1, request.nits.length));

const MISMATCH = { exito: false, mensaje: 'La fecha no corresponde al contribuyente.' };
/** The catalogs spell a failed query in different ways. */
const FAILED: Partial<Record<Lookup, Json>> = { 'rtu-v2': 'N', omisos: 0 };
const REGISTRY_ERROR = { responseCode: 404, message: 'CUI no registrado.', data: null };

function nothing({ lookup }: Matter): Answer {
  if (lookup === 'renap') return json({ responseCode: 200, message: 'Consulta exitosa.' });
  return json(lookup === 'rtu' ? { registros: [] } : { exito: true });
}

/** Odd envelopes that are still successes by the wire format. */
const ODD_ENVELOPES = {
  nulls: {
    catalogs: '{"exito":null,"mensaje":null,"fecha_consulta":null,"datos":RECORD}',
    renap: '{"responseCode":null,"message":null,"data":RECORD}',
    rtu: '{"registros":[RECORD]}',
  },
  'wrong-types': {
    catalogs: '{"exito":"Ok","mensaje":17,"fecha_consulta":[],"datos":RECORD}',
    renap: '{"responseCode":true,"message":{"es":17},"data":[RECORD]}',
    rtu: '{"registros":[17,"texto",null,[],RECORD]}',
  },
};

function odd(kind: keyof typeof ODD_ENVELOPES): Content {
  return ({ lookup }) => {
    const envelope = ODD_ENVELOPES[kind][isCatalog(lookup) ? 'catalogs' : lookup];
    return { status: 200, body: envelope.replace('RECORD', () => oddRecord(kind, lookup)) };
  };
}

function needsBirthDate({ lookup, request, ordinary }: Matter): Answer {
  if (request.dateOfBirth === undefined) {
    return rejection(lookup, 400, 'Se requiere date_of_birth para esta consulta.');
  }
  return request.dateOfBirth === RESERVED_BIRTH_DATE ? ordinary() : json(MISMATCH);
}

/** Behaviours that concern the content of the answer. */
export const CONTENTS = {
  'status-201': ({ ordinary }) => ({ status: 201, body: ordinary().body }),
  'status-400': status(400, 'Los datos enviados no son válidos.'),
  'status-401': status(401, 'Credenciales inválidas.'),
  'status-402': status(402, 'Saldo insuficiente.'),
  'status-403': status(403, 'Consulta no habilitada.'),
  'status-404': status(404, 'No hay información para los datos enviados.'),
  'status-422': status(422, 'Los datos enviados no se pueden procesar.'),
  'status-500': status(500, 'Error interno.'),
  'not-successful': ({ lookup }) =>
    json({ exito: FAILED[lookup] ?? false, mensaje: 'La consulta no pudo completarse.' }),
  'unknown-success': () => json({ exito: 'fallida', mensaje: 'La consulta falló.' }),
  empty: nothing,
  'empty-data': (matter) => around('{}', matter),
  nulls: odd('nulls'),
  'wrong-types': odd('wrong-types'),
  hostile: (matter) => around(oddRecord('hostile', matter.lookup), matter),
  'deep-nesting': (matter) =>
    successAround(matter.lookup, oddRecord('deep-nesting', matter.lookup), 1),
  'json-array': ({ ordinary }) => ({ status: 200, body: `[${ordinary().body}]` }),
  'needs-birth-date': needsBirthDate,
  'renap-error-code': () => json(REGISTRY_ERROR),
  'renap-missing-fields': ({ request }) => json({ data: { cui: request.cui ?? null } }),
  'renap-text-code': ({ request }) =>
    json({ responseCode: '99', message: 'Consulta exitosa.', data: { cui: request.cui ?? null } }),
  'renap-fraction-code': ({ request }) =>
    json({ responseCode: 200.5, message: 'Consulta exitosa.', data: { cui: request.cui ?? null } }),
  'registros-missing': () => json({ total: 1, mensaje: 'Consulta realizada.' }),
  'registros-not-array': ({ request }) => json({ registros: { nit: request.nits[0] ?? null } }),
} satisfies Record<string, Content>;

export type ContentBehaviour = keyof typeof CONTENTS;
