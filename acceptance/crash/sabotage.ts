import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCheckout } from '@/testing/checkout';
import { startProgram } from '@/testing/program';

/** One place of the source to change. */
interface Patch {
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}

interface Sabotage {
  /** Describes the broken part. */
  readonly about: string;
  readonly patch?: Patch;
}

const SETTLE = 'lib/billing/settle.ts';
const RESERVE = 'lib/billing/reserve.ts';
const SETTLE_QUERY = 'lib/gateway/settle-query.ts';

/** Ways to break the money on purpose. `none` is the control, in which the crashes find nothing. */
export const SABOTAGES: Readonly<Record<string, Sabotage>> = {
  none: { about: 'nothing is broken' },
  'answer-before-charge': {
    about: 'the answer leaves before it is charged',
    patch: {
      file: SETTLE_QUERY,
      text: "const settled = await time(call.trace, 'settle', settling);",
      replacement: `void time(call.trace, 'settle', settling);
  const settled = 'settled' as Awaited<typeof settling>;`,
    },
  },
  'skip-record': {
    about: 'the query is charged and not recorded',
    patch: {
      file: SETTLE,
      text: `identifier_keys, request_id, created_at
      FROM settled`,
      replacement: `identifier_keys, request_id, created_at
      FROM settled WHERE false`,
    },
  },
  'ignore-settle-count': {
    about: 'a hold that was already released counts as settled',
    patch: {
      file: SETTLE,
      text: "taken.has(index + 1) ? 'settled' : 'released'",
      replacement: "taken.has(index + 1) ? 'settled' : 'settled'",
    },
  },
  'skip-hold': {
    about: 'nothing is reserved before the source is asked',
    patch: {
      file: RESERVE,
      text: 'const reservation = await submit(query, options);',
      replacement: `const { queryId, integrationId } = query;
    const reservation = (Math.random() >= 0
      ? { queryId, integrationId, billed: true, createdAt: new Date().toISOString() }
      : await submit(query, options)) as Reservation;`,
    },
  },
};

const CAUGHT = 1;
const SOUND = 0;

/** Runs the crashes on copies of the project, each broken in one way. True when each is caught. */
export async function sabotage(name: string, print: (line: string) => void): Promise<boolean> {
  const names = name === 'all' ? Object.keys(SABOTAGES) : [name];
  let asDue = true;
  for (const one of names) {
    const chosen = Object.hasOwn(SABOTAGES, one) ? SABOTAGES[one] : undefined;
    if (chosen === undefined) throw new Error(`There is no sabotage named ${one}.`);
    const due = chosen.patch === undefined ? SOUND : CAUGHT;
    const { code, output } = await runSabotaged(chosen);
    const verdict = code === due ? (due === CAUGHT ? 'CAUGHT' : 'sound, as it must be') : 'MISSED';
    print(`${one} (${chosen.about}): ${verdict}`);
    for (const line of code === due ? summary(output) : output) print(`    ${line.trim()}`);
    asDue &&= code === due;
  }
  return asDue;
}

/** Returns the first problem and their number. */
function summary(output: readonly string[]): string[] {
  return [/^ {2}problem: /, /^problems: /].flatMap((pattern) => {
    const line = output.find((text) => pattern.test(text));
    return line === undefined ? [] : [line];
  });
}

async function runSabotaged({ patch }: Sabotage) {
  const { folder, remove } = await copyCheckout();
  try {
    if (patch !== undefined) await apply(folder, patch);
    const run = (...args: readonly string[]) =>
      startProgram({ args: ['--import', 'tsx', ...args], folder });
    const build = await run('server/build.ts', '--programs');
    if ((await build.exited) !== 0) throw new Error(build.output());
    const crashes = await run('acceptance/crash/main.ts', ...RUN);
    return { code: await crashes.exited, output: crashes.output().split('\n') };
  } finally {
    await remove();
  }
}

/** Without pages, whose build takes longer than the crashes. */
const RUN = ['--target', 'lookups', '--count', '5', '--seconds', '1', '--seed', '7'];

/** Throws unless the text is there exactly once, so that the sabotage follows the code. */
async function apply(copy: string, { file, text, replacement }: Patch): Promise<void> {
  const path = join(copy, file);
  const parts = (await readFile(path, 'utf8')).split(text);
  if (parts.length !== 2) {
    throw new Error(`${file} has ${parts.length - 1} places to sabotage, expected 1: ${text}`);
  }
  await writeFile(path, parts.join(replacement));
}
