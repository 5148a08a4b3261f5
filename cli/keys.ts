import { Command } from 'commander';
import { writeAudit } from '@/lib/audit/write';
import { readDeployment } from '@/lib/base/env/env';
import { compromiseKey } from '@/lib/keys/proof-keys';
import { acceptKeys, type Keyring, keyringsOf } from '@/lib/tasks/keyrings';
import { type Rotation, rotateKeys } from '@/lib/tasks/rotate-keys';
import { runTask } from '@/lib/tasks/run-task';
import { type Context, withContext, withTransaction } from './context';
import { Problem, print } from './output';

export function keyCommands(): Command {
  const keys = new Command('keys').description('The keys that seal stored values.');
  keys
    .command('rotate')
    .description('seal every value under the first key of each list, while the service runs')
    .action(rotate);
  keys
    .command('accept')
    .description('go on without keys that are lost: the values under them stay closed')
    .action(accept);
  keys
    .command('compromise <kid>')
    .description('declare a key of proofs compromised: all its proofs are doubtful from now on')
    .action(async (kid: string, { json }: { json?: boolean }) => {
      await withTransaction((ctx) => compromiseKey(ctx, kid));
      print(json, { kid }, [kid]);
    });
  return keys;
}

async function rotate({ json }: { json?: boolean }): Promise<void> {
  const { rotations, unused } = await withContext(rotateAll, { statementTimeoutMs: 0 });
  print(json, rotations, rotations.flatMap(linesOf));
  if (unused.length === 0) return;
  throw new Problem(
    `No instance seals with the first key of ${unused.join(' and ')}: restart the instances with it first.`,
  );
}

/** Runs as a task, so that only one rotation runs at a time. */
async function rotateAll({ db, permit }: Context) {
  const rotations: Rotation[] = [];
  const unused: string[] = [];
  const run = async () => {
    for (const keyring of keyringsHere()) {
      const { purpose: target, variable } = keyring;
      const rotation = await rotateKeys(db, keyring);
      if (rotation === undefined) unused.push(variable);
      else {
        rotations.push(rotation);
        await db.transaction((tx) => writeAudit({ tx, permit }, 'keys.rotate', { target }));
      }
    }
    return { rotations };
  };
  const ran = await runTask(db, { name: 'rotate_keys', everyMs: 0, run });
  if (!ran) throw new Problem('Another rotation is running.');
  return { rotations, unused };
}

function linesOf({ purpose, resealed, locked, retired, inUse }: Rotation): string[] {
  return [
    `${purpose}: ${resealed} values sealed anew`,
    ...(locked > 0 ? [`${purpose}: ${locked} values that no key opens`] : []),
    ...retired.map((id) => `${purpose}: nothing needs the key ${id} any more`),
    ...inUse.map(
      (id) =>
        `${purpose}: an instance sealed with the key ${id} less than two minutes ago:` +
        ' run this again later',
    ),
  ];
}

async function accept({ json }: { json?: boolean }): Promise<void> {
  const given = await withContext(({ db, permit }) =>
    db.transaction(async (tx) => {
      const rows = [];
      for (const keyring of keyringsHere()) {
        const { purpose } = keyring;
        const missing = await acceptKeys(tx, keyring);
        rows.push(...missing.map(({ keyId }) => ({ purpose, keyId })));
        await writeAudit({ tx, permit }, 'keys.accept', { target: purpose });
      }
      return rows;
    }),
  );
  print(json, given, [
    ...given.map(({ purpose, keyId }) => `${purpose}: the key ${keyId} is given up`),
    'The service starts with the keys of this environment.',
  ]);
}

function keyringsHere(): Keyring[] {
  const keyrings = keyringsOf(readDeployment(process.env));
  if (keyrings.length > 0) return keyrings;
  throw new Problem('IDENTIFIERS_KEY and SECOND_FACTOR_KEY are missing.');
}
