import { CATALOGS, LOOKUPS, type Lookup } from './wire';

/** A way in which a source may misbehave, or answer oddly yet lawfully. */
interface BehaviourFacts {
  /** Last three digits of its reserved identifiers; a status has its own. */
  number: number;
  /** The lookups it shows in; in the others its identifiers answer as ordinary people do. */
  lookups: readonly Lookup[];
  description: string;
}

const on =
  (...lookups: readonly Lookup[]) =>
  (number: number, description: string): BehaviourFacts => ({ number, lookups, description });
const inAll = on(...LOOKUPS);
const inCatalogs = on(...CATALOGS);
const inRenap = on('renap');
const inRtu = on('rtu');

export const BEHAVIOURS = {
  'status-201': inAll(201, '201 with the ordinary answer: 2xx, but not 200'),
  'status-204': inAll(204, '204 without a body'),
  'status-400': inAll(400, '400: the source rejects the data'),
  'status-401': inAll(401, '401: the source rejects its credentials'),
  'status-402': inAll(402, '402: no balance left at the source'),
  'status-403': inAll(403, '403: the source denies this query'),
  'status-404': inAll(404, '404: nothing found'),
  'status-422': inAll(422, '422: the source cannot process the data'),
  'status-429': inAll(429, '429 with Retry-After: the source limits queries'),
  'status-500': inAll(500, '500 with a JSON body'),
  'status-503': inAll(503, '503 with an HTML body'),
  'not-successful': inCatalogs(10, '200 with exito false'),
  'unknown-success': inCatalogs(17, '200 with a word in exito that is neither yes nor no'),
  empty: inAll(11, '200 saying success with nothing in it (no datos, no data, no records)'),
  'empty-data': inAll(12, '200 with an empty object where the record should be'),
  nulls: inAll(13, '200 with every field of the record null, at every depth'),
  'wrong-types': inAll(14, '200 with every field of a wrong type'),
  hostile: inAll(
    15,
    '200 with hostile values: markup, control characters, __proto__, huge numbers',
  ),
  'deep-nesting': inAll(16, '200 with lists nested 100 000 deep, about 200 KB'),
  slow: inAll(20, 'the ordinary answer, after 2 seconds'),
  hang: inAll(21, 'never answers'),
  trickle: inAll(22, 'headers at once, then one byte every 200 ms, forever'),
  reset: inAll(23, 'the connection is reset before any answer'),
  truncated: inAll(24, 'whole JSON, but fewer bytes than content-length says; then disconnects'),
  'not-json': inAll(30, '200 with an HTML page'),
  'json-array': inAll(31, '200 with JSON that is not an object'),
  'limit-size': inAll(32, 'the ordinary answer, padded to exactly 1 MiB'),
  oversized: inAll(33, 'a body over 1 MiB, announced by content-length'),
  'oversized-chunked': inAll(34, 'a body over 1 MiB in chunks, of unannounced length'),
  'gzip-bomb': inAll(35, 'a few KB of gzip that unpack to over 1 MiB'),
  gzip: inAll(36, 'the ordinary answer, gzip-encoded'),
  redirect: inAll(37, '302 to an address that answers properly'),
  'needs-birth-date': on('rtu-v2')(
    40,
    '400 without date_of_birth, exito false with another date than 1985-03-14',
  ),
  'renap-error-code': inRenap(50, '200 with an error responseCode and data null'),
  'renap-missing-fields': inRenap(51, '200 with neither message nor responseCode'),
  'renap-text-code': inRenap(52, '200 with an error responseCode as text'),
  'renap-fraction-code': inRenap(53, '200 with a fractional responseCode'),
  'registros-missing': inRtu(60, '200 without the array registros'),
  'registros-not-array': inRtu(61, '200 with registros as an object'),
};

export type Behaviour = keyof typeof BEHAVIOURS;
export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS) as Behaviour[];
