import { z } from 'zod';
import { AUDIT_ACTIONS } from '@/lib/access/permissions';
import type { AuditFilter } from '@/lib/audit/list';
import { boundsOf, boundsOfDays, ordered, PERIODS } from '@/lib/base/time/periods';
import { asciiLower } from '@/lib/base/values/ascii-lower';
import { daySchema, maybe, pathOf, rowNumberSchema, text } from './form';

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
  period: z.enum(PERIODS.audit).catch('all'),
  from: day,
  to: day,
  before: rowNumberSchema,
});

type Query = z.infer<typeof auditQuerySchema>;
export type AuditQuery = Partial<Omit<Query, 'before'>>;

/** Returns the filter of a query. Chosen days replace the named period. */
export function filterOf(query: Query, now: Date): AuditFilter {
  const { from, to, period, ...others } = query;
  const hasDays = from !== undefined || to !== undefined;
  const bounds = hasDays ? boundsOfDays(ordered(from, to), now) : boundsOf(period, now);
  return { ...others, since: bounds.from, until: bounds.to };
}

/** Writes the URL of the audit log, or of the page of an integration, with these filters. */
export function auditPath(query: AuditQuery, base = '/console/audit'): string {
  const { actor, action, target, address, period, from, to } = query;
  const named = period === 'all' ? undefined : period;
  return pathOf(base, { actor, action, target, address, period: named, from, to });
}
