import { startTestPostgres } from '@/testing/postgres';
import { delaySource, prepareCandidates } from './candidates';
import { Generator } from './generator';
import { measureAdded, measureInTurn, type Pace } from './measure';
import { stopServers } from './processes';
import { type Measured, printFigures, printTargets } from './report';
import { EXPRESS_POOL_SIZE, type Stage, setStage, verifyMoney } from './stage';

/**
 * `npm run bench`: the gateway against a bare Next route and against an Express service that does
 * the same work, on this machine, in turns. Ends with 1 when a target is missed. `--quick` shows in
 * half a minute that everything runs; its figures mean little.
 */

const quick = process.argv.includes('--quick');
const SOURCE_DELAY_MS = 100;

const comparing: Pace = quick
  ? { rounds: 1, roundMs: 1_000, warmUpMs: 1_000 }
  : { rounds: 5, roundMs: 3_000, warmUpMs: 4_000 };
const spreading: Pace = quick ? comparing : { rounds: 5, roundMs: 2_500, warmUpMs: 1_500 };
const waiting: Pace = quick
  ? { rounds: 1, roundMs: 2_000, warmUpMs: 0 }
  : { rounds: 3, roundMs: 10_000, warmUpMs: 0 };

async function measure(stage: Stage, generator: Generator): Promise<Measured> {
  const { bareNext, express, gateway, throughNext, source } = await prepareCandidates(stage);
  note('comparing');
  const rivals = { a: bareNext, b: express(1), c: gateway(1), d: throughNext };
  const compared = await measureInTurn(generator, rivals, comparing);
  note('spreading over integrations');
  const callers = { c1: gateway(1), c10: gateway(10), c300: gateway(300), b300: express(300) };
  const spread = await measureInTurn(generator, callers, spreading);
  note(`waiting for a source that takes ${SOURCE_DELAY_MS} ms`);
  await delaySource(stage.sourceUrl, SOURCE_DELAY_MS);
  const added = await measureAdded(generator, source, gateway(1).job, waiting);
  return { compared, spread, added };
}

function print({ compared, spread, added }: Measured): void {
  say(`\n50 connections, one integration; Express with ${EXPRESS_POOL_SIZE} database connections`);
  printFigures(
    {
      a: '(a) bare Next route handler, echo',
      b: '(b) Express service, same work',
      c: '(c) gateway, direct door',
      d: "(d) gateway, Next's router",
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
  const [p50, p99] = [added.p50Ms.toFixed(2), added.p99Ms.toFixed(2)];
  say(`Added to a source of ${SOURCE_DELAY_MS} ms at 50 req/s: p50 ${p50} ms, p99 ${p99} ms\n`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<boolean> {
  note('setting the stage');
  const database = await startTestPostgres();
  const generator = new Generator();
  try {
    const stage = await setStage(database.url);
    const measured = await measure(stage, generator);
    print(measured);
    const missed = printTargets(measured);
    say(await verifyMoney(database.url));
    for (const name of missed) note(`Missed: ${name}`);
    return missed.length === 0;
  } finally {
    generator.stop();
    await stopServers();
    await database.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
