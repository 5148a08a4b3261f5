import { z } from 'zod';
import { documentSchema } from './document-schema';
import { type Failure, failureAnswers } from './failures';
import type { Family } from './families';

/** The envelope of the registries. Contract, 'Lookup envelope'. */
export const lookupEnvelope = z.strictObject({
  success: z.boolean(),
  data: z.unknown(),
  message: z.string(),
  responseCode: z.int(),
});
export type LookupEnvelope = z.infer<typeof lookupEnvelope>;

/** Envelopes and bodies of errors that belong to no lookup alone. */
export const envelopeSchemas = {
  LookupEnvelope: documentSchema(
    lookupEnvelope,
    { es: 'El sobre del registro de personas.', en: "The person registry's envelope." },
    {
      success: {
        es: 'Si el estado HTTP es de éxito.',
        en: 'Whether the HTTP status is one of success.',
      },
      data: {
        es: 'Lo que publica el registro, sin cambios, o `null`.',
        en: 'What the registry publishes, untouched, or `null`.',
      },
      message: { es: 'Texto del registro.', en: "The registry's text." },
      responseCode: {
        es: 'Código del propio registro; puede ser de error en un 200.',
        en: "The registry's own code; it may indicate an error in a 200.",
      },
    },
  ),
  RtuNitsResultado: documentSchema(
    lookupEnvelope.extend({
      success: z.literal(true),
      data: z.array(z.unknown()),
      responseCode: z.literal(200),
    }),
    { es: 'El sobre del RTU por NIT.', en: 'The envelope of RTU by NIT.' },
    {
      data: {
        es: 'Los registros encontrados, tal como se publican. `[]` si no hay ninguno.',
        en: 'The records that were found, as published. `[]` when there is none.',
      },
      message: {
        es: 'Cuántos se encontraron de cuántos se pidieron.',
        en: 'How many were found of how many requested.',
      },
    },
  ),
  BatchRejection: documentSchema(
    lookupEnvelope.extend({
      success: z.literal(false),
      data: z.null(),
      responseCode: z.literal(400),
    }),
    { es: 'Rechazo de un lote con demasiados NIT.', en: 'Refusal of a batch with too many NITs.' },
  ),
  RegistryError: documentSchema(
    z.strictObject({ error: z.string() }),
    { es: 'Error de los registros.', en: 'Error of the registries.' },
    {
      error: {
        es: 'Texto, no booleano. Puede cambiar sin aviso.',
        en: 'Text, not a boolean. May change without notice.',
      },
    },
  ),
  CatalogError: documentSchema(
    z.strictObject({ message: z.string() }),
    { es: 'Error de los catálogos.', en: 'Error of the catalogs.' },
    { message: { es: 'Puede cambiar sin aviso.', en: 'May change without notice.' } },
  ),
};

/**
 * Makes the body of a failure: `{error}` on the registries, `{message}` on the catalogs, an
 * envelope for more than 50 NITs, plain text for the global limit. Contract, 'Errors', 'Body
 * shapes'.
 */
export function failureBody(family: Family, failure: Failure): { type: string; body: string } {
  const { status, text } = failureAnswers[family][failure];
  if (failure === 'global_limit') return { type: 'text/plain; charset=utf-8', body: text };
  const type = 'application/json';
  if (family === 'catalogos') return { type, body: JSON.stringify({ message: text }) };
  if (failure !== 'too_many_nits') return { type, body: JSON.stringify({ error: text }) };
  const envelope = { success: false, message: text, responseCode: status, data: null };
  return { type, body: JSON.stringify(envelope) };
}
