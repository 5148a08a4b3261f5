import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '@/lib/access/permissions';
import type { AuditFilter, AuditRow } from '@/lib/audit/list';
import { boundsOf, boundsOfDays, ordered, PERIODS } from '@/lib/base/time/periods';
import { asciiLower } from '@/lib/base/values/text';
import { daySchema, maybe, pathOf, rowNumberSchema, text } from '@/lib/console/texts/form';

const name = text(320).transform((written) => written || undefined);
const optionalName = maybe(name);
const day = maybe(daySchema);

/** Reads the filters of the audit log from its URL. */
export const auditQuerySchema = z.object({
  actor: optionalName,
  action: maybe(z.enum(AUDIT_ACTIONS)),
  /** Names of integrations and e-mail addresses are stored in lower case. */
  target: maybe(name.transform((written) => written && asciiLower(written))),
  address: optionalName,
  signIns: maybe(z.literal('hidden')),
  period: z.enum(PERIODS.audit).catch('all'),
  from: day,
  to: day,
  before: rowNumberSchema,
});

type Query = z.infer<typeof auditQuerySchema>;
export type AuditQuery = Partial<Omit<Query, 'before'>>;

/** Everyday actions, among which others are hard to see. */
const SIGN_INS: readonly AuditAction[] = ['session.sign_in', 'session.sign_out'];

/** Returns the filter of a query. Chosen days replace the named period. */
export function filterOf(query: Query, now: Date): AuditFilter {
  const { from, to, period, signIns, ...others } = query;
  const hasDays = from !== undefined || to !== undefined;
  const bounds = hasDays ? boundsOfDays(ordered(from, to), now) : boundsOf(period, now);
  const actions = signIns && AUDIT_ACTIONS.filter((action) => !SIGN_INS.includes(action));
  return { ...others, actions, since: bounds.from, until: bounds.to };
}

/** Writes the URL of the audit log, or of the page of an integration, with these filters. */
export function auditPath(query: AuditQuery, base = '/console/audit'): string {
  const { actor, action, target, address, signIns, period, from, to } = query;
  const named = period === 'all' ? undefined : period;
  return pathOf(base, { actor, action, target, address, signIns, period: named, from, to });
}

/** Rows that follow one another and say the same, as the newest of them. */
export interface RepeatedRow extends AuditRow {
  readonly times: number;
  readonly first: Date;
}

export function withoutRepeats(rows: readonly AuditRow[]): RepeatedRow[] {
  const repeated: RepeatedRow[] = [];
  for (const row of rows) {
    const last = repeated.at(-1);
    if (last !== undefined && wordingOf(last) === wordingOf(row)) {
      repeated.splice(-1, 1, { ...last, times: last.times + 1, first: row.at });
    } else repeated.push({ ...row, times: 1, first: row.at });
  }
  return repeated;
}

function wordingOf({ actor, action, target, address, before, after }: AuditRow): string {
  return JSON.stringify([actor, action, target, address, before, after]);
}
