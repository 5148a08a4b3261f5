import type { Localized } from '@/lib/base/values/language';
import type { DocumentedSchemas } from './document-schema';
import type { Failure } from './failures';
import type { Family } from './families';

export const MAX_BODY_BYTES = 64 * 1024;

/** Identifiers of a query exactly as they were sent: `{nit}`, `{cui}`, both, or `{nits}`. */
export type Identifiers = Readonly<Record<string, string | readonly string[]>>;

/** A person or company. A company has no CUI. */
export interface Taxpayer {
  readonly nit: string;
  readonly cui: string | null;
  /** Sent only to lookups that read it. */
  readonly dateOfBirth?: string | undefined;
}

export type RequestBody = Readonly<Record<string, unknown>>;

/** A request body or an answer that the documentation shows. */
export interface Example<Value> {
  readonly summary: Localized;
  readonly value: Value;
}

/** Everything the contract says about a lookup, except how its request is parsed. */
export interface LookupFacts<Name extends string = string, Flag extends string = string> {
  /** Name in records, logs and options of the command line. */
  readonly name: Name;
  readonly path: string;
  readonly operationId: string;
  readonly family: Family;
  readonly flag: Flag;
  /** Whether a 200 is charged to the prepaid balance. */
  readonly billed: boolean;
  /** Names of the request's schema and of the schema of a 200 (of its `data`, on the catalogs). */
  readonly request: string;
  readonly result: string;
  readonly requestSchemas: DocumentedSchemas;
  /** The record of a 200 and the schemas that it refers to. */
  readonly recordSchemas: DocumentedSchemas;
  /** Makes the body that asks about one taxpayer; undefined if the lookup cannot ask about it. */
  readonly bodyFor: (who: Taxpayer) => RequestBody | undefined;
  /** Example requests. The code samples use the first. */
  readonly questions: Readonly<Record<string, Example<RequestBody>>>;
  /** Example answers. The first answers the first question. */
  readonly answers: Readonly<Record<string, Example<unknown>>>;
  /** The one name for people. Long forms add the path, never `name`. */
  readonly title: Localized;
  readonly description: Localized;
}

export type Parsed<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly failure: Failure };

export interface LookupDeclaration<Name extends string, Flag extends string, Request>
  extends LookupFacts<Name, Flag> {
  readonly parse: (body: unknown) => Parsed<Request>;
  identifiers(request: Request): Identifiers;
}
