import { z } from 'zod';
import { documentSchema } from './document-schema';

/**
 * Field types that several records share, and the texts that explain them. A field of another type
 * needs a reader in `lib/sources/normalise.ts`.
 */

/** A JSON string of a request that is not blank. Anything else counts as not sent. */
export const usableText = z.string().regex(/\S/u);

export const text = z.string().nullable();
export const flag = z.boolean().nullable();
export const numberCode = z.number().nullable();
/** Passed on as the source publishes it. */
export const opaqueObject = z.record(z.string(), z.unknown()).nullable();
export const opaqueList = z.array(z.unknown());
export const texts = z.array(z.string());
export const calendarDate = z.iso.date().nullable();

export const codigoDescripcion = z.strictObject({
  codigo: z.union([z.number(), z.string()]).nullable(),
  descripcion: text,
});
export type CodigoDescripcion = z.infer<typeof codigoDescripcion>;

export const codedValueSchemas = {
  CodigoDescripcion: documentSchema(
    codigoDescripcion,
    {
      es: 'Un valor de un catálogo de la autoridad. Si no se informó, ambos campos son `null`.',
      en: "A value of one of the authority's catalogs. When not reported, both fields are `null`.",
    },
    {
      codigo: {
        es: 'Número o texto, según el catálogo. Compárese como texto: los ceros a la izquierda cuentan.',
        en: 'Number or text, depending on the catalog. Compare as text: leading zeros matter.',
      },
      descripcion: { es: 'Para personas, no para comparar.', en: 'For people, not for comparing.' },
    },
  ),
};

export const notes = {
  nit: { es: 'NIT del contribuyente, como texto.', en: "The taxpayer's NIT, as text." },
  cui: { es: 'CUI de la persona, como texto.', en: "The person's CUI, as text." },
  asPublished: {
    es: 'Texto tal como la fuente lo publica; sin formato garantizado.',
    en: 'Text as the source publishes it; no guaranteed format.',
  },
  fechaConsulta: {
    es: 'Momento que la fuente indica para el dato, como texto; puede ser anterior a la solicitud si no se pidió `actualizado`.',
    en: 'Moment that the source gives for the data, as text; may be older than the request unless `actualizado` was asked for.',
  },
  opaque: {
    es: 'Sin normalizar: como lo publica la fuente, de forma no fija. Consérvese como JSON opaco.',
    en: 'Not normalised: as the source publishes it, of no fixed shape. Keep it as opaque JSON.',
  },
  unreported: {
    es: '`null` significa que no se informó, y no es `false`.',
    en: '`null` means that it was not reported, and is not `false`.',
  },
} as const;

/** Fictitious taxpayers of the documentation, for whom the simulator answers as the examples do. */
export const sampleTaxpayers = {
  individual: { nit: '48217638', cui: '2456712340101', born: '1988-04-17' },
  company: { nit: '7001541' },
  defaulter: { nit: '77061586' },
  coerced: { nit: '26149370' },
  nobody: { nit: '99009994' },
} as const;
