import { z } from 'zod';
import type { AuditFilter } from '@/lib/audit/list';
import { endOfDay, startOfDay } from '@/lib/guatemala';
import { AUDIT_ACTIONS } from '@/lib/permissions';
import { addressOf, daySchema, maybe, rowNumberSchema, text } from './form';

const name = text(320).transform((written) => written || undefined);
const optionalName = maybe(name);
const day = maybe(daySchema);

/** Reads the filters of the audit log from its URL. */
export const auditQuerySchema = z.object({
  actor: optionalName,
  action: maybe(z.enum(AUDIT_ACTIONS)),
  /** Names of integrations and e-mail addresses are stored in lower case. */
  target: maybe(name.transform((written) => written?.toLowerCase())),
  address: optionalName,
  from: day,
  to: day,
  before: rowNumberSchema,
});

export type AuditQuery = Omit<z.infer<typeof auditQuerySchema>, 'before'>;

export function filterOf({ from, to, ...query }: z.infer<typeof auditQuerySchema>): AuditFilter {
  return {
    ...query,
    since: from === undefined ? undefined : startOfDay(from),
    until: to === undefined ? undefined : endOfDay(to),
  };
}

/** Writes the URL of the audit log, or of the page of an integration, with these filters. */
export function auditAddress(
  { actor, action, target, address, from, to }: AuditQuery,
  base = '/console/audit',
): string {
  return addressOf(base, { actor, action, target, address, from, to });
}
