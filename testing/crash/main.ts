import { parseArgs } from 'node:util';
import { runBurst } from './burst';
import { isTarget, TARGETS } from './kills';
import { describeCounts } from './load';
import { runCrashes } from './rounds';
import { SABOTAGES, sabotage } from './sabotage';

const USAGE = `usage: npm run crash -- [--target ${TARGETS.join('|')}] [--count N] [--seconds S] [--seed N]
       npm run crash -- --burst ROUNDS [--seed N]
       npm run crash -- --sabotage ${[...Object.keys(SABOTAGES), 'all'].join('|')}`;

const EXIT_PROBLEMS = 1;
const EXIT_USAGE = 2;

class UsageError extends Error {}

const print = (line: string) => console.log(line);

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (text === '' || !Number.isInteger(number) || number < 0) {
    throw new UsageError(`--${name} must be a whole number, not '${text}'`);
  }
  return number;
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        count: { type: 'string', default: '10' },
        seconds: { type: 'string', default: '1' },
        target: { type: 'string', default: 'all' },
        burst: { type: 'string' },
        sabotage: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** True when everything was as it must be. */
async function main(): Promise<boolean> {
  const values = readOptions();
  const seed = wholeNumber('seed', values.seed);
  if (values.sabotage !== undefined) return sabotage(values.sabotage, print);
  if (values.burst !== undefined) {
    const problems = await runBurst(wholeNumber('burst', values.burst), print);
    return conclude(problems);
  }
  const { target } = values;
  if (!isTarget(target)) throw new UsageError(`--target must be one of ${TARGETS.join(', ')}`);
  const count = wholeNumber('count', values.count);
  const seconds = wholeNumber('seconds', values.seconds);
  const report = await runCrashes({ seed, count, seconds, target, print });
  const { kills, endings, charges, released, ambiguous, problems } = report;
  const requests = Object.values(endings).reduce((sum, number) => sum + number, 0);
  print(
    `${kills} kills (${target}, seed ${seed}); ${requests} requests: ${describeCounts(endings)}; ` +
      `${charges} charges; ${released} holds released at the end; ` +
      `${ambiguous} charged answers of 500`,
  );
  return conclude(problems);
}

const SHOWN_PROBLEMS = 20;

function conclude(problems: readonly string[]): boolean {
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) print(`  problem: ${problem}`);
  print(`problems: ${problems.length}`);
  return problems.length === 0;
}

try {
  process.exitCode = (await main()) ? 0 : EXIT_PROBLEMS;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  console.error(error instanceof UsageError ? `${text}\n${USAGE}` : error);
  process.exitCode = EXIT_USAGE;
}
