import { settings } from '@/lib/base/env/settings';
import { entriesOfQuery } from '@/lib/billing/entries-of-query';
import { checkProof, issuerOf, type ProofFault, type ProofPayload } from '@/lib/keys/proof';
import { listProofKeys } from '@/lib/keys/proof-keys';
import { findSealedRecord } from '@/lib/recording/find';
import { consoleContext } from './context';

/** What a proof shows. */
export interface Verification {
  /** Why the proof does not hold; null when it does. */
  readonly fault: ProofFault | null;
  readonly kid: string | null;
  readonly key: 'signing' | 'retired' | 'compromised' | null;
  readonly proof: ProofPayload | null;
  /** Whether the proof is of the answer with the digest that was given. */
  readonly answer: 'same' | 'other' | 'not_given';
  /** Whether the service's own record or ledger knows the query as answered; it forgets after a time. */
  readonly record: 'known' | 'unknown';
}

/** Checks a proof against a digest of the answer, in base64url or hexadecimal. */
export async function verifyProof(text: string, digest: string): Promise<Verification> {
  const { db } = consoleContext();
  const { proofSecrets, ...rest } = settings();
  const keys = await listProofKeys(db, proofSecrets);
  const { fault, key, payload } = checkProof(text, keys, issuerOf(rest));
  const given = normalised(digest);
  const answer = given === '' ? 'not_given' : given === payload?.res ? 'same' : 'other';
  const known = fault === undefined && payload !== undefined && (await isKnown(payload));
  return {
    fault: fault ?? null,
    kid: key?.kid ?? null,
    key: key?.state ?? null,
    proof: payload ?? null,
    answer,
    record: known ? 'known' : 'unknown',
  };
}

/** Reads `sha256sum`'s output too, in which the name of the file follows. */
function normalised(digest: string): string {
  const [first = ''] = digest.trim().split(/\s/);
  return /^[\da-f]{64}$/i.test(first) ? Buffer.from(first, 'hex').toString('base64url') : first;
}

async function isKnown({ jti, int }: ProofPayload): Promise<boolean> {
  const { db } = consoleContext();
  const record = await findSealedRecord(db, jti);
  if (record !== undefined) return record.status === 200 && record.nombre === int;
  const { charge } = await entriesOfQuery(db, jti);
  return charge !== undefined;
}
