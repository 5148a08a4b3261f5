import { Command } from 'commander';
import type { Database } from '@/db/client';
import { lastAuditVerification, verifyAudit } from '@/lib/audit/verify';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { withContext } from './context';
import { print } from './output';

export function ledgerCommands(): Command {
  const ledger = new Command('ledger').description('The money.');
  ledger
    .command('verify')
    .description('check every invariant of the money and the chain of the audit log')
    .action(verify);
  return ledger;
}

async function verifyAll(db: Database) {
  const ledger = await verifyLedger(db);
  const last = await lastAuditVerification(db);
  return { ledger, audit: await verifyAudit(db, last, { whole: true }) };
}

async function verify({ json }: { json?: boolean }): Promise<void> {
  const { ledger, audit } = await withContext(({ db }) => verifyAll(db), {
    statementTimeoutMs: 0,
  });
  const { checked, problems } = ledger;
  const ok = problems.length + audit.problems.length === 0;
  const over = `${checked.integrations} integrations, ${checked.entries} ledger entries, ${checked.records} records`;
  const rows = `${audit.rows} rows, ${audit.unsigned} of them from before the chain`;
  print(json, { ok, checked, problems, audit }, [
    ...problems.map((p) => `integration ${p.nombre} (${p.integrationId}): ${p.rule}: ${p.detail}`),
    ...audit.problems.map(({ id, rule }) => `audit row ${id}: ${rule}`),
    problems.length === 0 ? `The ledger is right: ${over}.` : `${problems.length} broken: ${over}.`,
    audit.problems.length === 0
      ? `The audit log is right: ${rows}.`
      : `The audit log was changed: ${audit.problems.length} problems in ${rows}.`,
  ]);
  if (!ok) process.exitCode = 1;
}
