import { CATALOGS, LOOKUPS, type Lookup } from './wire';

interface BehaviourFacts {
  /** The lookups it shows in; in the others its identifiers answer as ordinary people do. */
  lookups: readonly Lookup[];
  description: string;
}

const inAll = (description: string): BehaviourFacts => ({ lookups: LOOKUPS, description });
const inCatalogs = (description: string): BehaviourFacts => ({ lookups: CATALOGS, description });
const inRenap = (description: string): BehaviourFacts => ({ lookups: ['renap'], description });

/** Every way a source may misbehave, or answer oddly yet lawfully. */
export const BEHAVIOURS = {
  'status-201': inAll('201 with the ordinary answer: 2xx, but not 200'),
  'status-204': inAll('204 without a body'),
  'status-400': inAll('400: the source rejects the data'),
  'status-401': inAll('401: the source rejects its credentials'),
  'status-402': inAll('402: no balance left at the source'),
  'status-403': inAll('403: the source denies this query'),
  'status-404': inAll('404: nothing found'),
  'status-422': inAll('422: the source cannot process the data'),
  'status-429': inAll('429 with Retry-After: the source limits queries'),
  'status-500': inAll('500 with a JSON body'),
  'status-503': inAll('503 with an HTML body'),
  'not-successful': inCatalogs('200 with exito false'),
  empty: inAll('200 saying success with nothing in it (no datos, no data, no records)'),
  'empty-data': inAll('200 with an empty object where the record should be'),
  nulls: inAll('200 with every field of the record null, at every depth'),
  'wrong-types': inAll('200 with every field of a wrong type'),
  hostile: inAll('200 with hostile values: markup, control characters, __proto__, huge numbers'),
  'deep-nesting': inAll('200 with lists nested 100 000 deep, about 200 KB'),
  slow: inAll('the ordinary answer, after 2 seconds'),
  hang: inAll('never answers'),
  trickle: inAll('headers at once, then one byte every 200 ms, forever'),
  reset: inAll('the connection is reset before any answer'),
  truncated: inAll('whole JSON, but fewer bytes than content-length says; then disconnects'),
  'not-json': inAll('200 with an HTML page'),
  'json-array': inAll('200 with JSON that is not an object'),
  'limit-size': inAll('the ordinary answer, padded to exactly 1 MiB'),
  oversized: inAll('a body over 1 MiB, announced by content-length'),
  'oversized-chunked': inAll('a body over 1 MiB in chunks, of unannounced length'),
  'gzip-bomb': inAll('a few KB of gzip that unpack to over 1 MiB'),
  gzip: inAll('the ordinary answer, gzip-encoded'),
  redirect: inAll('302 to an address that answers properly'),
  'needs-birth-date': {
    lookups: ['rtu-v2'],
    description: '400 without date_of_birth, exito false with another date than 1985-03-14',
  },
  'renap-error-code': inRenap('200 with an error responseCode and data null'),
  'renap-missing-fields': inRenap('200 with neither message nor responseCode'),
  'renap-text-code': inRenap('200 with responseCode as text'),
  'renap-fraction-code': inRenap('200 with a fractional responseCode'),
  'registros-missing': { lookups: ['rtu'], description: '200 without the array registros' },
  'registros-not-array': { lookups: ['rtu'], description: '200 with registros as an object' },
} as const satisfies Record<string, BehaviourFacts>;

export type Behaviour = keyof typeof BEHAVIOURS;

/** The same, for a behaviour known only when running. */
export function lookupsOf(behaviour: Behaviour): readonly Lookup[] {
  return BEHAVIOURS[behaviour].lookups;
}
