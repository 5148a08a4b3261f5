import { z } from 'zod';
import type { Failure } from './errors';

export const MAX_NITS = 50;
export const MAX_BODY_BYTES = 64 * 1024;

/** Text counts as sent when it is a JSON string with something other than white space in it. */
const usableText = z.string().regex(/\S/u);

export const renapRequest = z.object({ cui: usableText });

const nits = z.array(usableText).min(1);

export const rtuRequest = z.object({ nits: nits.max(MAX_NITS) });

const identifier = usableText.optional().catch(undefined);

const catalogFields = {
  nit: identifier,
  cui: identifier,
  actualizado: z.boolean().default(false),
};

/** Told apart from other complaints by its code, `custom`; asked even when another field is wrong. */
const identified = { error: 'nit or cui', when: () => true };

export const catalogRequest = z.object(catalogFields).refine(hasIdentifier, identified);

/** `date_of_birth` goes to the source as it came, unchecked; what is not text is dropped. */
export const catalogRtuRequest = z
  .object({ ...catalogFields, date_of_birth: z.string().optional().catch(undefined) })
  .refine(hasIdentifier, identified);

export type RenapRequest = z.infer<typeof renapRequest>;
export type RtuRequest = z.infer<typeof rtuRequest>;
export type CatalogRequest = z.infer<typeof catalogRequest>;
export type CatalogRtuRequest = z.infer<typeof catalogRtuRequest>;

export type Parsed<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly failure: Failure };

function hasIdentifier(request: { nit?: string | undefined; cui?: string | undefined }): boolean {
  return request.nit !== undefined || request.cui !== undefined;
}

export function parseRenap(body: unknown): Parsed<RenapRequest> {
  const parsed = renapRequest.safeParse(body);
  return parsed.success
    ? { ok: true, request: parsed.data }
    : { ok: false, failure: 'identifier_missing' };
}

/** An element that is not usable text is reported before the number of elements. */
export function parseRtu(body: unknown): Parsed<RtuRequest> {
  const parsed = rtuRequest.safeParse(body);
  if (parsed.success) return { ok: true, request: parsed.data };
  const onlyTooMany = z.object({ nits }).safeParse(body).success;
  return { ok: false, failure: onlyTooMany ? 'too_many_nits' : 'identifier_missing' };
}

function parseWith<Request extends CatalogRequest>(
  schema: z.ZodType<Request>,
  body: unknown,
): Parsed<Request> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, request: parsed.data };
  const unidentified = parsed.error.issues.some((issue) => issue.code === 'custom');
  return { ok: false, failure: unidentified ? 'identifier_missing' : 'input_invalid' };
}

export function parseCatalog(body: unknown): Parsed<CatalogRequest> {
  return parseWith(catalogRequest, body);
}

export function parseCatalogRtu(body: unknown): Parsed<CatalogRtuRequest> {
  return parseWith(catalogRtuRequest, body);
}
