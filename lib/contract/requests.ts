import { z } from 'zod';
import type { Failure } from './failures';

export const MAX_BODY_BYTES = 64 * 1024;

/** Text counts as sent when it is a JSON string with something other than white space in it. */
export const usableText = z.string().regex(/\S/u);

export type Parsed<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly failure: Failure };
