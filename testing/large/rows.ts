import type { ChargedQuery, Entry } from './book';
import type { PlannedToken } from './customers';
import type { Query } from './queries';

/** Rows in the text format of COPY: tab between columns, `\N` for null. */

export const RECORD_COLUMNS =
  'id, integration_id, credential_id, lookup, estado, status, outcome, cause, duration_ms, source_ms, steps_ms, charged, identifiers, identifier_keys, request_id, created_at, settled_at';
export const ENTRY_COLUMNS =
  'integration_id, seq, kind, amount, balance_after, query_id, query_created_at, actor, nota, referencia, created_at';

/** The numbers under which the database keeps them. */
export interface Ids {
  readonly integration: readonly number[];
  readonly credential: ReadonlyMap<PlannedToken, number>;
}

/** `sealed`: with what was asked, which older records have lost. */
export function recordRow(query: Query, ids: Ids, sealed: boolean): string {
  const { customer, ending, durationMs, lookup, charged } = query;
  const asked = sealed ? query.asked : FORGOTTEN;
  const integration = ids.integration[customer.place] ?? 0;
  const credential = ids.credential.get(query.token) ?? 0;
  const times =
    durationMs === null
      ? '\\N\t\\N\t\\N'
      : `${durationMs}\t${Math.round(query.sourceMs)}\t${stepsText(query)}`;
  return (
    `${queryId(query.atUs, query.bits)}\t${integration}\t${credential}\t${lookup}\t` +
    `${ending.estado}\t${ending.status ?? '\\N'}\t${ending.outcome}\t${ending.cause ?? '\\N'}\t` +
    `${times}\t${charged}\t${asked.box}\t${asked.keys}\t${requestId(query)}\t` +
    `${instantText(query.atUs)}\t${instantText(query.settledUs)}\n`
  );
}

export function entryRow(entry: Entry, ids: Ids): string {
  const { customer, query, seq, kind, amount, balanceAfter, actor } = entry;
  const integration = ids.integration[customer.place] ?? 0;
  const id = query === null ? '\\N' : queryId(query.atUs, query.bits);
  const queryAt = query === null ? '\\N' : instantText(query.atUs);
  return (
    `${integration}\t${seq}\t${kind}\t${amount}\t${balanceAfter}\t${id}\t${queryAt}\t` +
    `${actor}\t${entry.nota ?? '\\N'}\t${entry.referencia ?? '\\N'}\t${instantText(entry.atUs)}\n`
  );
}

const FORGOTTEN = { box: '\\N', keys: '{}' };

function stepsText({ stepsTenths, sourceMs }: Query): string {
  let text = '{';
  for (const tenths of stepsTenths) text += `${tenths / 10},`;
  return `${text}${Math.round(sourceMs * 10) / 10}}`;
}

/** Integrators that number their requests, and the ids that the gateway makes for the others. */
function requestId({ customer, requestBits, bits }: Query): string {
  const { requestPrefix } = customer;
  if (requestPrefix !== null) return `${requestPrefix}-${hex32(requestBits)}`;
  const [a = 0, b = 0, c = 0] = bits;
  const [middle, end] = [hex32(a ^ c), hex32(b ^ requestBits)];
  return `${hex32(requestBits)}-${middle.slice(0, 4)}-4${middle.slice(5)}-a${end.slice(1, 4)}-${hex32(a ^ b)}${end.slice(4)}`;
}

/** A UUID of version 7: the milliseconds, then random bits. */
export function queryId(atUs: number, bits: Uint32Array | ChargedQuery['bits']): string {
  const ms = Math.floor(atUs / 1_000);
  const high = hex32(Math.floor(ms / 0x10000));
  const low = hex16(ms % 0x10000);
  const [a = 0, b = 0, c = 0] = bits;
  const random = hex16((a & 0x3fff) | 0x8000);
  return `${high}-${low}-7${hex16(a >>> 16).slice(1)}-${random}-${hex16(b >>> 16)}${hex32(c)}`;
}

const HEX_16 = Array.from({ length: 0x10000 }, (_, word) => word.toString(16).padStart(4, '0'));

function hex16(word: number): string {
  return HEX_16[word] ?? '';
}

function hex32(word: number): string {
  return hex16(word >>> 16) + hex16(word & 0xffff);
}

const MINUTE_US = 60_000_000;
let minute = Number.NaN;
let minuteText = '';

/** ISO text of an instant to the microsecond; most rows share the minute of the row before. */
export function instantText(us: number): string {
  const startUs = Math.floor(us / MINUTE_US);
  if (startUs !== minute) {
    minute = startUs;
    minuteText = new Date(startUs * 60_000).toISOString().slice(0, 17);
  }
  const rest = String(us - startUs * MINUTE_US).padStart(8, '0');
  return `${minuteText}${rest.slice(0, 2)}.${rest.slice(2)}Z`;
}
