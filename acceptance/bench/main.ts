import { Generator } from '@/acceptance/load/generator';
import { addFault } from '@/testing/harness';
import { residentBytes, watchMemory } from '@/testing/proc';
import { prepareCandidates } from './candidates';
import { measureAdded, measureInTurn, type Pace } from './measure';
import { type Measured, printFigures, printTargets } from './report';
import { type Servers, startServers } from './servers';

/**
 * `npm run bench`: compares the gateway with a bare Next route, and with what somebody would write in
 * Express or Fastify, on this machine, in turns. Ends with 1 when a target is missed. `--quick` shows in
 * half a minute that everything runs; its figures mean little.
 */

const quick = process.argv.includes('--quick');
const SOURCE_DELAY_MS = 100;

const comparing: Pace = quick
  ? { rounds: 1, roundMs: 1_000, warmUpMs: 1_000 }
  : { rounds: 7, roundMs: 2_000, warmUpMs: 4_000 };
const spreading: Pace = quick ? comparing : { rounds: 9, roundMs: 1_500, warmUpMs: 1_500 };
const waiting: Pace = quick
  ? { rounds: 1, roundMs: 2_000, warmUpMs: 0 }
  : { rounds: 5, roundMs: 6_000, warmUpMs: 0 };

async function measure(servers: Servers, generator: Generator): Promise<Measured> {
  const { pid } = servers.app;
  const idleBytes = await residentBytes(pid);
  const peakOf = watchMemory(pid);
  const candidates = await prepareCandidates(servers);
  const { express, fastify, gateway } = candidates;
  note('comparing');
  const rivals = { a: candidates.bareNext, b: express, f: fastify, c: gateway };
  const compared = await measureInTurn(generator, rivals, comparing, servers.databasePid);
  note('spreading over integrations');
  const { gatewayByTen: c10, gatewayByAll: c300, expressByAll: b300 } = candidates;
  const spreads = { c1: gateway, c10, c300, b300 };
  const spread = await measureInTurn(generator, spreads, spreading, servers.databasePid);
  note(`waiting for a source that takes ${SOURCE_DELAY_MS} ms`);
  await addFault(servers.harness.sourceUrl, { behaviour: 'delay', delayMs: SOURCE_DELAY_MS });
  const waiters = { b: express, c: gateway };
  const added = await measureAdded(generator, candidates.source, waiters, waiting);
  return { compared, spread, added, memory: { idleBytes, peakBytes: peakOf() } };
}

function print({ compared, spread, added, memory }: Measured): void {
  say('\n50 connections, one integration');
  printFigures(
    {
      a: '(a) bare Next route handler, echo',
      b: '(b) Express, a statement for each phase',
      f: '(f) Fastify, shared statements',
      c: '(c) gateway',
    },
    compared,
  );
  say('The same, spread over integrations');
  printFigures(
    {
      c1: '(c) 1 integration',
      c10: '(c) 10 integrations',
      c300: '(c) 300 integrations',
      b300: '(b) 300 integrations',
    },
    spread,
  );
  say(`Added to a source of ${SOURCE_DELAY_MS} ms, at 50 req/s`);
  for (const [name, { p50Ms, p99Ms }] of Object.entries(added)) {
    say(`(${name})  p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`);
  }
  const [idle, peak] = [memory.idleBytes, memory.peakBytes].map((bytes) => Math.round(bytes / 1e6));
  say(`\nMemory of the gateway's first process: ${idle} MB idle, ${peak} MB under load\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<boolean> {
  note('starting the servers');
  await using servers = await startServers();
  using generator = new Generator();
  const measured = await measure(servers, generator);
  print(measured);
  const missed = printTargets(measured);
  for (const name of missed) note(`Missed: ${name}`);
  return (await servers.isSound()) && missed.length === 0;
}

process.exitCode = (await main()) ? 0 : 1;
