import { Command } from 'commander';
import type { Database } from '@/db/client';
import { headHash, verifyAudit } from '@/lib/audit/verify';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { instant } from './arguments';
import { withContext } from './context';
import { missing } from './missing';
import { print } from './output';

export function ledgerCommands(): Command {
  const ledger = new Command('ledger').description('The money.');
  ledger
    .command('verify')
    .description('check every invariant of the money and the chain of the audit log')
    .option('--head <hash...>', 'earlier values of auditHead: the audit log must have their rows')
    .action(verify);
  ledger
    .command('missing')
    .description('after a restore: the charges and changes that only the log still has')
    .requiredOption('--log <file...>', 'JSON lines of the server')
    .requiredOption('--since <instant>', 'the moment that was restored to', instant)
    .option('--apply', 'charge them, repeat what takes rights away, end all sessions')
    .action(missing);
  return ledger;
}

async function verifyAll(db: Database, heads: readonly string[] | undefined) {
  const ledger = await verifyLedger(db);
  const { rows, head, problems } = await verifyAudit(db, undefined, { heads });
  return { ledger, audit: { rows, head: head?.link ? headHash(head.link) : null, problems } };
}

async function verify({ json, head }: { json?: boolean; head?: string[] }): Promise<void> {
  const { ledger, audit } = await withContext(({ db }) => verifyAll(db, head), {
    statementTimeoutMs: 0,
  });
  const { checked, problems } = ledger;
  const ok = problems.length + audit.problems.length === 0;
  const over = `${checked.integrations} integrations, ${checked.entries} ledger entries, ${checked.records} records`;
  const rows = `${audit.rows} rows, the newest ${audit.head}`;
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
