import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { readDeployment } from '@/lib/base/env/env';
import { checkProof, digestOf, issuerOf, matchIdentifiers } from '@/lib/keys/proof';
import { listProofKeys } from '@/lib/keys/proof-keys';
import { withContext } from './context';
import { Problem, print, UsageError } from './output';

export function proofCommands(): Command {
  const proof = new Command('proof').description('Proofs of what lookups answered.');
  proof
    .command('verify <file>')
    .description('check the proof in a file, and that it is of an answer')
    .requiredOption('--answer <file>', 'the answer as it came, byte for byte')
    .option('--identifiers <values...>', 'the NITs and CUIs of the query, as they were sent')
    .action(verify);
  return proof;
}

interface VerifyOptions {
  readonly answer: string;
  readonly identifiers?: readonly string[];
  readonly json?: boolean;
}

/** Ends with 1 unless the proof is genuine, of this answer, and of a key that nobody doubts. */
async function verify(file: string, { answer, identifiers = [], json }: VerifyOptions) {
  const [text, body] = await Promise.all([read(file), read(answer)]);
  const settings = readDeployment(process.env);
  const { proofSecrets } = settings;
  const keys = await withContext(({ db }) => listProofKeys(db, proofSecrets));
  const checked = checkProof(text.toString('utf8'), keys, issuerOf(settings));
  const { fault, key, payload } = checked;
  if (fault !== undefined) throw new Problem(`The proof does not hold: ${fault}.`);
  if (payload?.res !== digestOf(body)) throw new Problem('The proof is of another answer.');
  const match = matchIdentifiers(checked, identifiers, proofSecrets);
  if (match === 'other') throw new Problem('The proof is of other identifiers.');
  if (match === 'unknown') {
    throw new Problem('PROOF_KEY no longer has the secret that could tell the identifiers.');
  }
  if (key?.state === 'compromised') throw new Problem(`The key ${key.kid} is compromised.`);
  print(json, payload, [
    `The proof holds: ${payload.con}, ${new Date(payload.iat * 1000).toISOString()}`,
  ]);
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });
}
