import { settings } from '@/lib/base/env/settings';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { entriesOfQuery } from '@/lib/billing/entries-of-query';
import { consoleContext } from '@/lib/console/session/context';
import { integrationNamed } from '@/lib/integrations/find';
import {
  type CheckedProof,
  checkProof,
  type IdentifiersMatch,
  issuerOf,
  matchIdentifiers,
  type ProofFault,
  type ProofPayload,
} from '@/lib/keys/proof';
import { listProofKeys } from '@/lib/keys/proof-keys';
import { findSealedRecord } from '@/lib/recording/find';

/** What a proof shows. */
export interface Verification {
  /** Why the proof does not hold; null when it does. */
  readonly fault: ProofFault | null;
  readonly kid: string | null;
  readonly key: 'signing' | 'retired' | 'compromised' | null;
  readonly proof: ProofPayload | null;
  /** Whether the proof is of the answer with the digest that was given. */
  readonly answer: 'same' | 'other' | 'not_given';
  /** Whether the proof is of a query with the identifiers that were given. */
  readonly identifiers: IdentifiersMatch;
  /** Whether the service's own record or ledger knows the query as answered; it forgets after a time. */
  readonly record: 'known' | 'unknown';
}

export interface GivenProof {
  readonly constancia: string;
  /** Digest of the answer, in base64url or hexadecimal; empty for none. */
  readonly sha256: string;
  /** Identifiers of the query as they were sent, separated by blanks or commas. */
  readonly identificadores: string;
}

/** Checks a proof against a digest of the answer and the identifiers of the query. */
export async function verifyProof(given: GivenProof): Promise<Verification> {
  const { db } = consoleContext();
  const { proofSecrets, ...rest } = settings();
  const keys = await listProofKeys(db, proofSecrets);
  const checked = checkProof(given.constancia, keys, issuerOf(rest));
  const { fault, key, payload } = checked;
  const digest = normalised(given.sha256);
  const answer = digest === '' ? 'not_given' : digest === payload?.res ? 'same' : 'other';
  const identifiers = given.identificadores.split(/[\s,;]+/).filter((one) => one !== '');
  const known = fault === undefined && payload !== undefined && (await isKnown(payload));
  return {
    fault: fault ?? null,
    kid: key?.kid ?? null,
    key: key?.state ?? null,
    proof: payload ?? null,
    answer,
    identifiers: await match(checked, identifiers, proofSecrets),
    record: known ? 'known' : 'unknown',
  };
}

/** Reads `sha256sum`'s output too, in which the name of the file follows. */
function normalised(digest: string): string {
  const [first = ''] = digest.trim().split(/\s/);
  return /^[\da-f]{64}$/i.test(first) ? Buffer.from(first, 'hex').toString('base64url') : first;
}

/** Compares identifiers. Once a proof was tried too often today, every answer is `other`. */
async function match(
  checked: CheckedProof,
  identifiers: readonly string[],
  secrets: readonly string[],
): Promise<IdentifiersMatch> {
  const matched = matchIdentifiers(checked, identifiers, secrets);
  const id = checked.payload?.jti;
  if (id === undefined || (matched !== 'same' && matched !== 'other')) return matched;
  const { proofChecks, log } = consoleContext();
  const { allowed, remaining } = await proofChecks.spend(id);
  if (allowed && remaining === 0) log.warn({ event: 'proof_checks_used_up', query: id });
  return allowed ? matched : 'other';
}

/** Compares all that is kept: without its record a query is known by its charge, which names no lookup. */
async function isKnown({ jti, int, con, iat }: ProofPayload): Promise<boolean> {
  const { db } = consoleContext();
  const isAt = (time: Date) => Math.abs(time.getTime() - iat * SECOND_MS) <= MINUTE_MS;
  const record = await findSealedRecord(db, jti);
  if (record !== undefined) {
    const { status, nombre, lookup, settledAt } = record;
    return status === 200 && nombre === int && lookup === con && isAt(settledAt);
  }
  const { charge } = await entriesOfQuery(db, jti);
  if (charge === undefined || !isAt(charge.createdAt)) return false;
  return (await integrationNamed(db, int))?.id === charge.integrationId;
}
