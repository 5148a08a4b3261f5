import { randomBytes } from 'node:crypto';
import { Generator } from '@/acceptance/load/generator';
import { lookupRequests } from '@/acceptance/load/requests';
import { createTestIntegration } from '@/testing/integration';
import { measureAdded } from './measure';
import { printVerdict } from './report';
import { startGateway } from './servers';

/**
 * `npm run bench:proofs`: measures what proofs add to a lone query, for integrations that have them and for
 * the others, against an app that signs none, in turns. Ends with 1 when a target is missed. `--quick` shows
 * that it runs.
 */

const MOST_ADDED_MS = 0.2;
/** Two equal apps differ as much. */
const MOST_NOISE_MS = 0.1;
const quick = process.argv.includes('--quick');
const pace = quick
  ? { rounds: 1, roundMs: 1_000, warmUpMs: 0 }
  : // Short rounds, so that other work of the machine affects all alike.
    { rounds: 31, roundMs: 1_000, warmUpMs: 0 };

async function main(): Promise<boolean> {
  await using gateway = await startGateway();
  const { harness, app, callers } = gateway;
  const signing = await harness.startApp({ PROOF_KEY: randomBytes(32).toString('base64url') });
  const options = { flags: ['is_cui_nit_enabled'], saldo: 10n ** 14n } as const;
  const switches = { proofs_enabled: true };
  const opted = await createTestIntegration(harness.databaseUrl, { ...options, switches });
  const candidate = async ({ pid, port }: typeof app, caller: typeof opted) => ({
    pid,
    job: { port, requests: await lookupRequests(port, 'cui-nit', [caller]) },
  });
  const [plain = opted] = callers;
  const [without, others, proven] = await Promise.all([
    candidate(app, plain),
    candidate(signing, plain),
    candidate(signing, opted),
  ]);
  using generator = new Generator();
  const candidates = { without, others, proven };
  // The first round warms up.
  await measureAdded(generator, without.job, candidates, { ...pace, rounds: 1 });
  const added = await measureAdded(generator, without.job, candidates, pace);
  const results = [
    tell('with proofs', added.proven.p50Ms - added.others.p50Ms, MOST_ADDED_MS),
    tell('the others', added.others.p50Ms - added.without.p50Ms, MOST_NOISE_MS),
  ];
  return (await gateway.isSound()) && results.every(Boolean);
}

function tell(who: string, addedMs: number, mostMs: number): boolean {
  const found = `added p50, ${who}: ${addedMs.toFixed(3)} ms (at most ${mostMs})`;
  return printVerdict(addedMs <= mostMs, found);
}

process.exitCode = (await main()) ? 0 : 1;
