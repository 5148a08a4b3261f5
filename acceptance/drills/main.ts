import { alerts } from './alerts';
import { backup } from './backup';
import { failover } from './failover';
import { install } from './install';
import { kills, rolling } from './rolling';
import { sizing } from './sizing';
import { soak } from './soak';
import { upgrade } from './upgrade';

/** Rehearses what operators do to a running deployment. Exits with 1 when a promise was broken. */

export type Print = (line: string) => void;

type Drill = (print: Print, ...args: string[]) => Promise<readonly string[]>;

const DRILLS: Readonly<Record<string, Drill>> = {
  alerts,
  backup,
  failover,
  install,
  kills,
  rolling,
  sizing,
  soak,
  upgrade,
};

const [name = '', ...args] = process.argv.slice(2);
const drill = DRILLS[name];
if (drill === undefined) throw new Error(`Name a drill: ${Object.keys(DRILLS).join(', ')}.`);
const startedAt = performance.now();
const problems = await drill((line) => console.log(line), ...args);
for (const problem of problems) console.log(`  problem: ${problem}`);
console.log(
  `problems: ${problems.length}, ${Math.round((performance.now() - startedAt) / 1000)} s`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
