import { FLAGS, type Flag, LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { isJsonObject, type JsonObject } from '@/lib/json';
import { recordOf } from '@/lib/record';

/** How the value of a field is to be read. */
export type AuditFieldKind = 'switch' | 'amount' | 'instant' | 'duration' | 'role' | 'text';

/** What audit rows tell about, by the names they are kept under. */
export const AUDIT_FIELDS = {
  ...recordOf(FLAGS, () => 'switch' as const),
  suspended: 'switch',
  receipts_enabled: 'switch',
  required: 'switch',
  tarifa: 'amount',
  programada: 'amount',
  desde: 'instant',
  saldo: 'amount',
  low_balance: 'amount',
  nota: 'text',
  referencia: 'text',
  token: 'text',
  tokens: 'text',
  overlapMs: 'duration',
  contact_name: 'text',
  contact_email: 'text',
  contact_phone: 'text',
  notes: 'text',
  role: 'role',
  query: 'text',
  reason: 'text',
  from: 'instant',
  to: 'instant',
  identifiers: 'text',
  identifier: 'switch',
  lookup: 'text',
  status: 'text',
  outcome: 'text',
  charged: 'switch',
  minDurationMs: 'text',
  requestId: 'text',
  /** Put together from the flags that something began with. */
  lookups: 'text',
} as const satisfies Readonly<Record<string, AuditFieldKind>>;

export type AuditField = keyof typeof AUDIT_FIELDS;

/** One thing that a change changed. A side that the row does not tell is absent. */
export interface Change {
  readonly name: string;
  readonly kind: AuditFieldKind;
  readonly before?: unknown;
  readonly after?: unknown;
}

function isAuditField(name: string): name is AuditField {
  return Object.hasOwn(AUDIT_FIELDS, name);
}

/** A field with a name of its own, which the flags of lookups do not have. */
export function isNamedField(name: string): name is Exclude<AuditField, Flag> {
  return isAuditField(name) && !isFlag(name);
}

/** Both sides of an audit row put together, field by field; what was only set is told as a whole. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const old = isJsonObject(before) ? before : {};
  const now = isJsonObject(after) ? after : {};
  const begun = before === null ? lookupsOf(now) : undefined;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const told = names
    .filter((name) => begun === undefined || !isFlag(name))
    .map((name) => ({
      name,
      kind: isAuditField(name) ? AUDIT_FIELDS[name] : ('text' as const),
      ...(Object.hasOwn(old, name) ? { before: old[name] } : {}),
      ...(Object.hasOwn(now, name) ? { after: now[name] } : {}),
    }));
  return begun === undefined ? told : [{ name: 'lookups', kind: 'text', after: begun }, ...told];
}

function isFlag(name: string): boolean {
  return FLAGS.some((flag) => flag === name);
}

/** The lookups that something began with, by their short names; undefined when it has no flags. */
function lookupsOf(after: JsonObject): Lookup[] | undefined {
  if (!Object.keys(after).some(isFlag)) return undefined;
  return LOOKUPS.filter((lookup) => after[lookupFacts[lookup].flag] === true);
}
