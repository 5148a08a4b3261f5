import type { z } from 'zod';
import type { Localized } from '@/lib/base/values/language';

type FieldTexts = Readonly<Record<string, Localized | undefined>>;

/** A schema of the OpenAPI document with the texts that explain it. */
export interface DocumentedSchema {
  readonly schema: z.ZodType;
  readonly about: Localized;
  readonly fields: FieldTexts;
  /** Fields of which one must be there, which a zod refinement checks. */
  readonly oneNeeded?: readonly string[];
}

/** Named schemas of the OpenAPI document, in its order. */
export type DocumentedSchemas = Readonly<Record<string, DocumentedSchema>>;

/** Documents an object schema. A field with a self-explanatory name needs no text. */
export function documentSchema<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  about: Localized,
  fields: { readonly [Field in keyof Shape]?: Localized } = {},
): DocumentedSchema {
  return { schema, about, fields };
}
