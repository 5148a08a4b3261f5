import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@/db/client';
import { type AuditVerification, headHash, rememberHead, verifyAudit } from '@/lib/audit/verify';
import type { Logger } from '@/lib/base/telemetry/log';

/**
 * Checks the chain of audit rows, and remembers in this process what it checked. Logs new problems,
 * and the chain's newest row when it is another one.
 */
export function auditCheck(log: Logger) {
  let last: AuditVerification | undefined;
  return async (db: Database) => {
    const known = last;
    const result = await verifyAudit(db, known);
    await rememberHead(db, result);
    last = result;
    const { head, rows, wholeAt, problems } = result;
    if (head?.link && (wholeAt !== known?.wholeAt || head.id !== known.head?.id)) {
      log.info({ event: 'audit_verified', rows, head: headHash(head.link) });
    }
    for (const problem of problems) {
      const isKnown = known?.problems.some((one) => isDeepStrictEqual(one, problem));
      if (!isKnown) log.error({ event: 'audit_problem', ...problem });
    }
    return { rows, wholeAt, problems };
  };
}
