import { z } from 'zod';
import type { Failure } from './failures';

export const MAX_BODY_BYTES = 64 * 1024;

/** A JSON string that is not blank. Anything else counts as not sent. */
export const usableText = z.string().regex(/\S/u);

export type Parsed<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly failure: Failure };
