import type { Database } from '@/db/client';
import type { AuditAction } from '@/lib/access/permissions';
import { type AuditRow, listAudit } from '@/lib/audit/list';
import { isJsonObject } from '@/lib/base/values/json';
import { LIMIT_SETTINGS } from '@/lib/integrations/limit-settings';
import { SWITCHES } from '@/lib/integrations/set';
import { viewer } from './viewer';

/** Changes that people of an integration see. What staff read or wrote down is not among them. */
const SHOWN: readonly AuditAction[] = [
  'integration.create',
  'integration.set',
  'integration.rotate',
  'integration.rotate_own',
  'integration.end_overlap',
  'billing.top_up',
  'billing.adjust',
  'billing.refund',
  'billing.set_tariff',
  'billing.schedule_tariff',
  'billing.cancel_tariff',
  'user.invite',
  'user.reset_access',
  'user.set_role',
  'user.disable',
  'user.enable',
];

/** Fields without reasons, notes and contacts. */
const FIELDS: ReadonlySet<string> = new Set([
  ...SWITCHES,
  ...LIMIT_SETTINGS,
  'tarifa',
  'programada',
  'desde',
  'saldo',
  'entry',
  'token',
  'tokens',
  'overlapMs',
  'role',
]);

/** Lists the changes of an integration as its people may see them, newest first. */
export async function listOwnChanges(
  db: Database,
  page: { readonly integrationId: number; readonly before: bigint | undefined },
  limit: number,
): Promise<AuditRow[]> {
  const { actorOf } = await viewer();
  const rows = await listAudit(db, { ...page, actions: SHOWN }, limit);
  return rows.map((row) => ({
    ...row,
    actor: actorOf(row.actor),
    address: null,
    before: shown(row.before),
    after: shown(row.after),
  }));
}

function shown(fields: unknown): unknown {
  if (!isJsonObject(fields)) return null;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => FIELDS.has(name)));
}
