/**
 * The contract's revisions, newest first. `digest` covers the whole OpenAPI document in both
 * languages except its label, so a test fails when the document changes and no revision says so.
 */

export interface Revision {
  /** The day it took effect, YYYY-MM-DD. */
  readonly label: string;
  readonly digest: string;
  readonly changes: { readonly es: readonly string[]; readonly en: readonly string[] };
}

const current: Revision = {
  label: '2026-11-25',
  digest: 'e415f6cd10c56f33a98082c4cb9ba4b4326254ad38dca7dc4062b866bf4f76e3',
  changes: {
    es: [
      'Si la fuente de los catálogos no dice con un valor conocido si la consulta tuvo éxito, la respuesta es 404 y no se cobra.',
      'Un `responseCode` que el registro de personas envía como texto llega como el número que es.',
      'Más formas de escribir `fechaNacimiento` se convierten a AAAA-MM-DD: con espacio y hora, con fracciones de segundo y sin separadores. Un número solo, donde va un valor con código, llega como `codigo`.',
      'Los textos del 422 y del 409 de una `Idempotency-Key` repetida dicen que cada consulta necesita su propia clave.',
    ],
    en: [
      'When the source of the catalogs does not say with a known value whether a query succeeded, the answer is 404 and free.',
      'A `responseCode` that the person registry sends as text arrives as the number it is.',
      'More ways of writing `fechaNacimiento` are converted to YYYY-MM-DD: with a blank and a time, with fractions of a second, and without separators. A bare number in place of a coded value arrives as `codigo`.',
      'The texts of the 422 and 409 of a repeated `Idempotency-Key` say that each query needs a key of its own.',
    ],
  },
};

const third: Revision = {
  label: '2026-11-23',
  digest: '51a55e2934bb333f5326f63f55e8951e5969b78f008805f29025781ff4be41b0',
  changes: {
    es: [
      'Las integraciones que lo piden reciben con cada 200 el encabezado `x-consulta-constancia`, una prueba firmada que cualquiera puede verificar.',
      'El documento OpenAPI se publica también como 3.0, en `/openapi.json?v=3.0`, para las herramientas que no leen 3.1.',
      'En el documento OpenAPI, la solicitud de los catálogos repite sus campos en cada alternativa, los demás estados del registro de personas son `default` en lugar de rangos, y un valor nulo ya no figura en una enumeración. Las solicitudes y las respuestas no cambian.',
    ],
    en: [
      'Integrations that ask for it get the header `x-consulta-constancia` with each 200, a signed proof that anybody can verify.',
      'The OpenAPI document is also published as 3.0, at `/openapi.json?v=3.0`, for tools that do not read 3.1.',
      'In the OpenAPI document, the request of the catalogs repeats its fields in each alternative, other statuses of the person registry are `default` instead of ranges, and null is no longer a value of an enumeration. Requests and answers do not change.',
    ],
  },
};

const second: Revision = {
  label: '2026-11-22',
  digest: '92ff208afe9239dc6b69bcd1482da45cf673109277220e0b52c845d2f86b67fc',
  changes: {
    es: [
      'Una consulta cobrada se repite sin cobro con su `Idempotency-Key` hasta 3 veces en 15 minutos; después, o si el cobro se devolvió, la respuesta es 409.',
      'El encabezado de una repetición sin cobro se llama `x-consulta-sin-cobro`.',
      'El cobro de una consulta que se respondió con 500 se devuelve en menos de un minuto.',
      'Una integración puede tener límites por minuto propios; `RateLimit-Policy` los dice.',
      'Aclarado: un 405 no cuenta en ningún límite, `x-user-nit` se ignora, y el tiempo de espera del cliente debe superar 32 segundos.',
    ],
    en: [
      'A charged query is repeated free of charge under its `Idempotency-Key` up to 3 times within 15 minutes; after that, or after a refund, the answer is 409.',
      'The header of a repetition without charge is `x-consulta-sin-cobro`.',
      'The charge of a query that was answered with 500 is returned within a minute.',
      'An integration may have limits per minute of its own; `RateLimit-Policy` tells them.',
      'Clarified: a 405 counts against no limit, `x-user-nit` is ignored, and the time-out of a client must be above 32 seconds.',
    ],
  },
};

const first: Revision = {
  label: '2026-11-21',
  digest: 'fba875dfae081caa5a04bd1cc29a81910196f5e81d615e73297cfad542dff099',
  changes: {
    es: [
      'Primera publicación del contrato con sus cinco consultas.',
      'Encabezado opcional `Idempotency-Key` en los catálogos, para repetir sin pagar dos veces.',
      'Comprobantes en encabezados de los catálogos, para las integraciones que los pidan.',
    ],
    en: [
      'First publication of the contract with its five lookups.',
      'Optional header `Idempotency-Key` on the catalogs, to repeat without paying twice.',
      'Receipts in headers of the catalogs, for the integrations that ask for them.',
    ],
  },
};

export const REVISIONS: readonly Revision[] = [current, third, second, first];

export const REVISION = current.label;
