import { settingColumns } from '@/db/schema/index';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import { recordOf } from '@/lib/base/values/record';
import { type Flag, isFlag, LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';

/** Target of what was done with queries as a whole. */
export const ALL_QUERIES = 'consultas';

/** Format of a value for people. */
export type AuditFieldKind =
  | 'switch'
  | 'amount'
  | 'instant'
  | 'duration'
  /** One of a closed list that people read in their language. */
  | 'word'
  | 'text';

const KIND_OF_COLUMN = {
  boolean: 'switch',
  bigint: 'amount',
  number: 'text',
  string: 'text',
} as const satisfies Readonly<Record<string, AuditFieldKind>>;

const SETTINGS = Object.keys(settingColumns) as (keyof typeof settingColumns)[];

/** Fields of audit rows, by their stored names. */
const FIELDS = {
  ...recordOf(SETTINGS, (name) => KIND_OF_COLUMN[settingColumns[name].dataType]),
  suspended: 'switch',
  required: 'switch',
  tarifa: 'amount',
  programada: 'amount',
  desde: 'instant',
  saldo: 'amount',
  /** Number of the ledger entry. */
  entry: 'text',
  nota: 'text',
  referencia: 'text',
  token: 'text',
  tokens: 'text',
  overlapMs: 'duration',
  role: 'word',
  query: 'text',
  purpose: 'word',
  reason: 'text',
  digest: 'text',
  from: 'instant',
  to: 'instant',
  identifier: 'switch',
  integrations: 'text',
  lookup: 'text',
  status: 'word',
  outcome: 'word',
  responsible: 'word',
  charged: 'switch',
  repeated: 'switch',
  unreadField: 'text',
  minDurationMs: 'text',
  requestId: 'text',
  title: 'text',
  state: 'word',
  channel: 'word',
  noticesPaused: 'text',
  /** The enabled lookups of a new integration. */
  lookups: 'text',
  /** Lookups that an incident switches off for everybody. */
  switchedOff: 'text',
} as const satisfies Readonly<Record<string, AuditFieldKind>>;

export type AuditField = keyof typeof FIELDS;
type NamedField = Exclude<AuditField, Flag>;

/** One field of a change. A side that the row does not have is absent. */
export interface FieldChange {
  readonly name: string;
  readonly kind: AuditFieldKind;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Texts of audit rows that the log may hold: ids, and what a token shows of itself. */
const LOGGED_TEXTS = ['entry', 'query', 'token', 'tokens'];

/** Picks the fields of an audit row that the log may hold: no free text, digest or network. */
export function loggedFields(side: unknown): JsonObject {
  const fields = Object.entries(isJsonObject(side) ? side : {});
  return Object.fromEntries(
    fields.filter(([name]) => kindOf(name) !== 'text' || LOGGED_TEXTS.includes(name)),
  );
}

/** True for fields with a label of their own; flags have the names of their lookups. */
export function isNamedField(name: string): name is NamedField {
  return isField(name) && !isFlag(name);
}

/** Pairs both sides of an audit row field by field; flags of a new integration become one field. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const old = isJsonObject(before) ? before : {};
  const now = isJsonObject(after) ? after : {};
  const lookups = before === null ? lookupsOf(now) : undefined;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = names
    .filter((name) => lookups === undefined || !isFlag(name))
    .map((name) => ({
      name,
      kind: kindOf(name),
      ...(Object.hasOwn(old, name) ? { before: old[name] } : {}),
      ...(Object.hasOwn(now, name) ? { after: now[name] } : {}),
    }));
  if (lookups === undefined) return changes;
  return [{ name: 'lookups', kind: 'text', after: lookups }, ...changes];
}

function kindOf(name: string): AuditFieldKind {
  return isField(name) ? FIELDS[name] : 'text';
}

function isField(name: string): name is AuditField {
  return Object.hasOwn(FIELDS, name);
}

/** Returns the enabled lookups by their short names; undefined when the row has no flags. */
function lookupsOf(after: JsonObject): Lookup[] | undefined {
  if (!Object.keys(after).some(isFlag)) return undefined;
  return LOOKUPS.filter((lookup) => after[lookupFacts[lookup].flag] === true);
}
