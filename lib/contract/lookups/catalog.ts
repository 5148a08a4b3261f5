import { z } from 'zod';
import { type DocumentedSchema, documentSchema } from '@/lib/contract/document-schema';
import { usableText } from '@/lib/contract/fields';
import type { LookupDeclaration, LookupFacts, Taxpayer } from '@/lib/contract/lookup-types';

const identifier = usableText.optional().catch(undefined);

export const catalogFields = {
  nit: identifier,
  cui: identifier,
  actualizado: z.boolean().default(false),
};

export const catalogRequest = z.object(catalogFields).refine(hasIdentifier, identifierCheck());

interface GivenIdentifiers {
  readonly nit?: string | undefined;
  readonly cui?: string | undefined;
}

export function hasIdentifier({ nit, cui }: GivenIdentifiers): boolean {
  return nit !== undefined || cui !== undefined;
}

/** Options of the check for an identifier: it runs even when another field is wrong. */
export function identifierCheck() {
  return { error: 'nit or cui', when: () => true };
}

const eitherIdentifier = {
  es: 'Hace falta `nit` o `cui`.',
  en: 'One of `nit` and `cui` is needed.',
};

export const catalogFieldTexts = {
  nit: eitherIdentifier,
  cui: eitherIdentifier,
  actualizado: {
    es: '`false`: la copia que tiene la fuente. `true`: se pregunta a la autoridad en el momento. Cualquier otra cosa, también `null`, es un 400.',
    en: "`false`: the source's own copy. `true`: the authority is asked at that moment. Anything else, `null` included, is a 400.",
  },
};

/** Documents a catalog's request, including the rule that a refinement checks. */
export function documentRequest<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  fields: Parameters<typeof documentSchema<Shape>>[2],
): DocumentedSchema {
  return {
    ...documentSchema(schema, { es: 'A quién consultar.', en: 'Whom to ask about.' }, fields),
    oneNeeded: ['nit', 'cui'],
  };
}

const defaults = {
  family: 'catalogos',
  billed: true,
  request: 'CatalogRequest',
  requestSchemas: { CatalogRequest: documentRequest(catalogRequest, catalogFieldTexts) },
  bodyFor: ({ nit, dateOfBirth }: Taxpayer) => ({
    nit,
    ...(dateOfBirth === undefined ? {} : { date_of_birth: dateOfBirth }),
  }),
} as const;

type OwnFacts<Name extends string, Flag extends string> = Omit<
  LookupFacts<Name, Flag>,
  keyof typeof defaults
> &
  Partial<Pick<LookupFacts, 'request' | 'requestSchemas'>>;

/** Declares a catalog. A catalog with its own request also names and documents its schema. */
export function declareCatalog<
  Name extends string,
  Flag extends string,
  Request extends GivenIdentifiers,
>(
  request: z.ZodType<Request>,
  facts: OwnFacts<Name, Flag>,
): LookupDeclaration<Name, Flag, Request> {
  return { ...defaults, ...parsing(request), ...facts };
}

function parsing<Request extends GivenIdentifiers>(schema: z.ZodType<Request>) {
  return {
    parse: (body: unknown) => {
      const parsed = schema.safeParse(body);
      if (parsed.success) return { ok: true, request: parsed.data } as const;
      // Only the check for an identifier has the code `custom`.
      const unidentified = parsed.error.issues.some((issue) => issue.code === 'custom');
      const failure = unidentified ? 'identifier_missing' : 'input_invalid';
      return { ok: false, failure } as const;
    },
    identifiers: ({ nit, cui }: GivenIdentifiers) => ({
      ...(nit === undefined ? {} : { nit }),
      ...(cui === undefined ? {} : { cui }),
    }),
  };
}

/** Summaries of the examples that several catalogs show. */
export const exampleTexts = {
  byNit: { es: 'Por NIT', en: 'By NIT' },
  byCui: { es: 'Por CUI', en: 'By CUI' },
  individual: { es: 'Una persona individual', en: 'An individual' },
  company: { es: 'Una persona jurídica', en: 'A legal entity' },
  defaulter: { es: 'Con obligaciones sin presentar', en: 'With unfiled obligations' },
  coerced: { es: 'Con un proceso coactivo', en: 'With a coercive process' },
} as const;
