import { Command } from 'commander';
import { verifyLedger } from '@/lib/billing/verify-ledger';
import { withContext } from './context';
import { print } from './output';

export function ledgerCommands(): Command {
  const ledger = new Command('ledger').description('The money.');
  ledger
    .command('verify')
    .description('check every invariant of the money over the whole database')
    .action(verify);
  return ledger;
}

async function verify({ json }: { json?: boolean }): Promise<void> {
  const { checked, problems } = await withContext(({ db }) => verifyLedger(db), {
    statementTimeoutMs: 0,
  });
  const over = `${checked.integrations} integrations, ${checked.entries} ledger entries, ${checked.records} records`;
  const ok = problems.length === 0;
  print(json, { ok, checked, problems }, [
    ...problems.map((p) => `integration ${p.nombre} (${p.integrationId}): ${p.rule}: ${p.detail}`),
    ok ? `The ledger is right: ${over}.` : `${problems.length} broken: ${over}.`,
  ]);
  if (!ok) process.exitCode = 1;
}
