import { parseArgs } from 'node:util';
import { describeCounts } from '@/acceptance/load/client';
import { runBurst } from './burst';
import { isTarget, TARGETS } from './kills';
import { runCrashes } from './rounds';
import { SABOTAGES, sabotage } from './sabotage';

const USAGE = `usage: npm run crash -- [--target ${TARGETS.join('|')}] [--count N] [--seconds S] [--seed N]
       npm run crash -- --burst ROUNDS [--seed N]
       npm run crash -- --sabotage ${[...Object.keys(SABOTAGES), 'all'].join('|')}`;

const print = (line: string) => console.log(line);

const OPTIONS = {
  seed: { type: 'string', default: '1' },
  count: { type: 'string', default: '10' },
  seconds: { type: 'string', default: '1' },
  target: { type: 'string', default: 'all' },
  burst: { type: 'string' },
  sabotage: { type: 'string' },
} as const;

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new TypeError(`'${text}' is not a whole number.`);
  return Number(text);
}

/** True when everything was as it must be. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: OPTIONS });
  const seed = wholeNumber(values.seed);
  if (values.sabotage !== undefined) return sabotage(values.sabotage, print);
  if (values.burst !== undefined) {
    const problems = await runBurst(wholeNumber(values.burst), print);
    return conclude(problems);
  }
  const { target } = values;
  if (!isTarget(target)) throw new TypeError(`There is no target '${target}'.`);
  const [count, seconds] = [wholeNumber(values.count), wholeNumber(values.seconds)];
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

process.exitCode = await main().then(
  (sound) => (sound ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    // What parseArgs throws.
    if (error instanceof TypeError) console.error(USAGE);
    return 2;
  },
);
