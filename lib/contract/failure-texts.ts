import type { Localized } from '@/lib/language';
import type { Failure } from './failures';
import { MAX_NITS } from './lookups/rtu';
import { MAX_BODY_BYTES } from './requests';

const KIB = MAX_BODY_BYTES / 1024;

interface FailureTexts {
  /** Name in lists of the console. */
  readonly label: Localized;
  /** One sentence on what happened. */
  readonly summary: Localized;
  /** The same in the explanation of a record, where the summary does not fit. */
  readonly inRecord?: Localized;
  /** More for integrators; failures that they cannot see have none. */
  readonly description?: Localized;
}

/** What people read about each failure. */
export const failureTexts: Readonly<Record<Failure, FailureTexts>> = {
  method_not_allowed: {
    label: { es: 'Método distinto de POST', en: 'Method other than POST' },
    summary: { es: 'El método no es POST.', en: 'The method is not POST.' },
    description: {
      es: 'Responde a cualquier otro método, también a `OPTIONS`.',
      en: 'The answer to every other method, `OPTIONS` included.',
    },
  },
  global_limit: {
    label: { es: 'Límite por dirección', en: 'Limit by address' },
    summary: { es: 'Límite por dirección IP agotado.', en: 'The limit per IP address is used up.' },
    description: {
      es: 'Texto simple, no JSON: revise `content-type` antes de interpretarlo. Lo comparten todos los que salen por la misma dirección.',
      en: 'Plain text, not JSON: look at `content-type` before parsing it. All who leave by the same address share it.',
    },
  },
  overloaded: {
    label: { es: 'La pasarela estaba sobrecargada', en: 'The gateway was overloaded' },
    summary: {
      es: 'Nuestro servicio tenía demasiadas consultas en curso y no pudo aceptar otra.',
      en: 'Our service had too many queries under way and could not accept another.',
    },
  },
  credentials_missing: {
    label: { es: 'Sin credenciales', en: 'No credentials' },
    summary: { es: 'Faltan las credenciales.', en: 'No credentials.' },
    description: {
      es: 'No llegó ninguno de los dos encabezados.',
      en: 'Neither of the two headers was sent.',
    },
  },
  credentials_unknown: {
    label: { es: 'Credenciales desconocidas', en: 'Unknown credentials' },
    summary: {
      es: 'Las credenciales no corresponden a ninguna integración.',
      en: 'The credentials match no integration.',
    },
    description: {
      es: 'Nombre o token equivocados, uno solo de los dos encabezados, token ya sustituido o integración suspendida.',
      en: 'A wrong name or token, one of the two headers alone, a token that was replaced, or a suspended integration.',
    },
  },
  not_enabled: {
    label: { es: 'Consulta no habilitada', en: 'Lookup not enabled' },
    summary: {
      es: 'La consulta no está habilitada para la integración.',
      en: 'The lookup is not enabled for the integration.',
    },
    description: {
      es: 'La habilita un administrador del servicio; otra consulta habilitada no basta.',
      en: 'An administrator of the service enables it; another enabled lookup is not enough.',
    },
  },
  rate_limit: {
    label: { es: 'Límite por minuto', en: 'Limit by minute' },
    summary: { es: 'Límite por minuto agotado.', en: 'The limit per minute is used up.' },
    description: {
      es: '`RateLimit` dice en cuántos segundos se reinicia (`t`).',
      en: '`RateLimit` says in how many seconds it resets (`t`).',
    },
  },
  body_too_large: {
    label: { es: 'Cuerpo demasiado grande', en: 'Body too large' },
    summary: { es: `El cuerpo pasa de ${KIB} KiB.`, en: `The body is larger than ${KIB} KiB.` },
    description: {
      es: 'La conexión se cierra después de responder.',
      en: 'The connection is closed after the answer.',
    },
  },
  identifier_missing: {
    label: { es: 'Falta el NIT o el CUI', en: 'NIT or CUI missing' },
    summary: { es: 'No hay un identificador utilizable.', en: 'No usable identifier.' },
    description: {
      es: 'Falta, está vacío o no es texto. También es la respuesta a un cuerpo que no es JSON.',
      en: 'Absent, empty or not text. Also the answer to a body that is not JSON.',
    },
  },
  too_many_nits: {
    label: { es: 'Demasiados NIT', en: 'Too many NITs' },
    summary: {
      es: `Más de ${MAX_NITS} NIT en una solicitud.`,
      en: `More than ${MAX_NITS} NITs in one request.`,
    },
    description: {
      es: 'Llega en el sobre y no con la clave `error`.',
      en: 'Comes in the envelope, not under the key `error`.',
    },
  },
  input_invalid: {
    label: { es: 'Datos no válidos', en: 'Invalid input' },
    summary: {
      es: '`actualizado` no es un booleano JSON.',
      en: '`actualizado` is not a JSON boolean.',
    },
    description: {
      es: 'Tampoco se acepta `null` ni el texto `"true"`.',
      en: 'Neither `null` nor the text `"true"` will do.',
    },
  },
  circuit_open: {
    label: { es: 'En pausa: la fuente estaba fallando', en: 'Paused: the source was failing' },
    summary: {
      es: 'Esta consulta estaba en pausa porque su fuente había dejado de responder.',
      en: 'This lookup was paused because its source had stopped answering.',
    },
  },
  idempotency_key_invalid: {
    label: { es: 'Clave de idempotencia no válida', en: 'Invalid idempotency key' },
    summary: {
      es: 'La `Idempotency-Key` no es utilizable.',
      en: 'The `Idempotency-Key` is not usable.',
    },
    description: {
      es: 'De 1 a 255 caracteres ASCII visibles; lo mejor es un UUID al azar.',
      en: 'From 1 to 255 visible ASCII characters; a random UUID is best.',
    },
  },
  idempotency_key_reused: {
    label: {
      es: 'Clave de idempotencia usada con otros datos',
      en: 'Idempotency key used with other data',
    },
    summary: {
      es: 'La `Idempotency-Key` ya se usó con otra consulta.',
      en: 'The `Idempotency-Key` was used with another query.',
    },
    description: {
      es: 'Otro cuerpo, u otro catálogo, en las últimas 24 horas. Hace falta una nueva.',
      en: 'Another body, or another catalog, within the last 24 hours. Use a new one.',
    },
  },
  idempotency_key_under_way: {
    label: { es: 'Clave de idempotencia en curso', en: 'Idempotency key under way' },
    summary: {
      es: 'La consulta con esa `Idempotency-Key` sigue en curso.',
      en: 'The query under that `Idempotency-Key` is still under way.',
    },
    description: {
      es: 'Nadie sabe aún cómo termina. A más tardar en 90 segundos se sabe.',
      en: 'Nobody knows yet how it ends. After 90 seconds at the latest it is known.',
    },
  },
  no_balance: {
    label: { es: 'Sin saldo', en: 'No balance' },
    summary: {
      es: 'El saldo de la integración no alcanza.',
      en: "The integration's balance does not cover it.",
    },
    description: {
      es: 'La consulta no se hizo. El saldo lo recarga un administrador del servicio.',
      en: 'The query did not run. An administrator of the service tops up the balance.',
    },
  },
  source_rejected_input: {
    label: { es: 'La fuente rechazó los datos', en: 'The source rejected the input' },
    summary: { es: 'La fuente rechazó los datos.', en: 'The source rejected the data.' },
    description: {
      es: 'Por ejemplo, porque pide `date_of_birth` para un registro que no tiene.',
      en: 'For example because it wants `date_of_birth` for a record that it does not hold.',
    },
  },
  source_rejected_credentials: {
    label: {
      es: 'La fuente rechazó nuestras credenciales',
      en: 'The source rejected our credentials',
    },
    summary: {
      es: 'La fuente rechazó las credenciales del servicio.',
      en: "The source rejected the service's credentials.",
    },
    description: {
      es: 'No tiene que ver con las credenciales de la integración.',
      en: "Nothing to do with the integration's credentials.",
    },
  },
  source_no_balance: {
    label: { es: 'Sin saldo en la fuente', en: 'No balance at the source' },
    summary: {
      es: 'El servicio no tiene saldo con la fuente.',
      en: 'The service has no balance left with the source.',
    },
    description: {
      es: 'No tiene que ver con el saldo de la integración.',
      en: "Nothing to do with the integration's balance.",
    },
  },
  source_denied: {
    label: { es: 'La fuente negó el acceso', en: 'The source denied access' },
    summary: {
      es: 'La fuente no permite este tipo de consulta.',
      en: 'The source does not allow this kind of query.',
    },
    description: {
      es: 'No tiene que ver con las habilitaciones de la integración.',
      en: "Nothing to do with the integration's flags.",
    },
  },
  source_not_found: {
    label: { es: 'Sin datos en la fuente', en: 'Nothing found at the source' },
    summary: {
      es: 'La fuente no tiene resultado, o marcó la consulta como fallida.',
      en: 'The source has no result, or marked the query as failed.',
    },
    description: {
      es: 'Ambas cosas no se distinguen. El dato no está disponible ahora; no prueba que el contribuyente no exista.',
      en: 'The two cannot be told apart. The datum is not available now; it does not prove that the taxpayer does not exist.',
    },
  },
  source_limited: {
    label: { es: 'La fuente limitó las consultas', en: 'The source limited the queries' },
    summary: {
      es: 'La fuente está limitando las consultas.',
      en: 'The source is limiting queries.',
    },
    description: {
      es: 'El límite es de la fuente con el servicio, no de la integración.',
      en: "The source's limit with the service, not the integration's.",
    },
  },
  source_unavailable: {
    label: { es: 'La fuente no estuvo disponible', en: 'The source was not available' },
    summary: {
      es: 'La fuente no respondió, falló o pasó del plazo.',
      en: 'The source did not answer, failed, or exceeded the ceiling.',
    },
    inRecord: {
      es: 'La fuente no pudo resolver la consulta.',
      en: 'The source could not resolve the query.',
    },
    description: {
      es: 'Repetir es seguro: cada intento cuenta en los límites y ninguno se cobra.',
      en: 'Repeating is safe: each attempt spends from the limits and none is charged.',
    },
  },
  interrupted: {
    label: { es: 'Interrumpida', en: 'Interrupted' },
    summary: {
      es: 'La consulta se interrumpió antes de quedar firme.',
      en: 'The query was interrupted before it was settled.',
    },
    description: {
      es: 'La reserva se devolvió. Repetir es seguro.',
      en: 'What was set aside was given back. Repeating is safe.',
    },
  },
  client_gone: {
    label: { es: 'El cliente colgó', en: 'The client hung up' },
    summary: {
      es: 'El cliente cerró la conexión antes de que hubiera respuesta.',
      en: 'The client closed the connection before there was an answer.',
    },
  },
  unresolved: {
    label: { es: 'Sin resolver', en: 'Unresolved' },
    summary: {
      es: 'No se pudo confirmar el final de la consulta.',
      en: "The query's end could not be confirmed.",
    },
    description: {
      es: 'La base de datos dejó de responder justo al cobrar. Con el identificador de la solicitud, soporte dice si el cobro quedó.',
      en: 'The database stopped answering in the moment of charging. By the request id, support can tell whether the charge stands.',
    },
  },
  failure: {
    label: { es: 'Falla interna', en: 'Internal failure' },
    summary: { es: 'Algo imprevisto.', en: 'Something unforeseen.' },
    inRecord: {
      es: 'Nuestro servicio falló al procesar la consulta.',
      en: 'Our service failed while processing the query.',
    },
    description: {
      es: 'El texto varía y no debe usarse como condición.',
      en: 'The text varies and must not be used as a condition.',
    },
  },
};
