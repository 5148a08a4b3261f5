import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { deriveKey, keyIdOf } from '@/lib/base/sealing/derive-key';
import { SECOND_MS } from '@/lib/base/time/time';
import { parseJson } from '@/lib/base/values/json';

/** Signs and checks proofs: compact JWS (RFC 7515) with EdDSA over the digest of an answer. */

/** DER of an Ed25519 private key (RFC 8410) up to its 32 bytes. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const HEADER = { alg: 'EdDSA', typ: 'constancia+jwt' } as const;

/** Derives the key that a secret signs proofs with. The public half is 32 bytes. */
export function proofKeyOf(secret: string) {
  const seed = deriveKey(secret, 'proofs');
  const der = Buffer.concat([PKCS8_PREFIX, seed.export()]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kid: keyIdOf(seed).toString('hex'), privateKey, publicKey: Buffer.from(x, 'base64url') };
}

/** The endings of a proven answer: how much it holds. */
export const CONTENTS = ['found', 'partial', 'empty', 'unreadable'] as const;

const payloadSchema = z.object({
  /** Address of the deployment. */
  iss: z.string(),
  /** When the answer was made, in seconds since the epoch. */
  iat: z.int(),
  /** Id of the query. */
  jti: z.uuid(),
  /** Name of the integration. */
  int: z.string(),
  /** The lookup. */
  con: z.string(),
  est: z.literal(200),
  /** Proofs of the first deployments say `found_partial` and `found_empty`. */
  cnt: z
    .string()
    .transform((word) => word.replace(/^found_/, ''))
    .pipe(z.enum(CONTENTS)),
  /** SHA-256 of the bytes of the answer, in base64url. */
  res: z.string(),
  /** Keyed digest of the identifiers, in base64url: an unkeyed one could be reversed by trying every NIT. */
  ids: z.string(),
});
export type ProofPayload = z.infer<typeof payloadSchema>;
export type ProvenFacts = Omit<ProofPayload, 'iss' | 'iat' | 'est' | 'res' | 'ids'>;

/** Makes the function that signs answers with a secret. */
export function proofSigner(secret: string, issuer: string) {
  const { kid, privateKey } = proofKeyOf(secret);
  const idsKey = idsKeyOf(secret);
  const head = encode({ alg: HEADER.alg, kid, typ: HEADER.typ });
  return (facts: ProvenFacts, identifiers: readonly string[], body: string): string => {
    const iat = Math.floor(Date.now() / SECOND_MS);
    const digests = { res: digestOf(body), ids: idsOf(idsKey, identifiers) };
    const payload: ProofPayload = { iss: issuer, iat, ...facts, est: 200, ...digests };
    const input = `${head}.${encode(payload)}`;
    return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
  };
}

const IDS_BYTES = 16;

function idsKeyOf(secret: string): KeyObject {
  return deriveKey(secret, 'proof identifiers');
}

function idsOf(key: KeyObject, identifiers: readonly string[]): string {
  const digest = createHmac('sha256', key).update(JSON.stringify(identifiers)).digest();
  return digest.subarray(0, IDS_BYTES).toString('base64url');
}

/** `unknown`: the secret of the proof's key is gone, so nobody can tell. */
export type IdentifiersMatch = 'same' | 'other' | 'unknown' | 'not_given';

/** Tells whether a proof is of a query with these identifiers, in the order in which they were sent. */
export function matchIdentifiers(
  { key, payload }: CheckedProof,
  identifiers: readonly string[],
  secrets: readonly string[],
): IdentifiersMatch {
  if (identifiers.length === 0) return 'not_given';
  const secret = secrets.find((one) => proofKeyOf(one).kid === key?.kid);
  if (secret === undefined) return 'unknown';
  return idsOf(idsKeyOf(secret), identifiers) === payload?.ids ? 'same' : 'other';
}

/** Returns what proofs of a deployment name as their issuer. */
export function issuerOf({ publicUrl, port }: { publicUrl: string | undefined; port: number }) {
  return publicUrl ?? `http://localhost:${port}`;
}

export function digestOf(answer: string | Uint8Array): string {
  return createHash('sha256').update(answer).digest('base64url');
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A key that may have signed a proof. */
export interface PublishedKey {
  readonly kid: string;
  readonly publicKey: Buffer;
  /** `compromised`: somebody else may have signed with it, with any date. */
  readonly state: 'signing' | 'retired' | 'compromised';
}

/** `other_issuer`: a proof of another deployment. */
export type ProofFault = 'malformed' | 'unknown_key' | 'wrong_signature' | 'other_issuer';

export interface CheckedProof {
  readonly fault?: ProofFault;
  readonly key?: PublishedKey;
  readonly payload?: ProofPayload;
}

const headerSchema = z.object({
  alg: z.literal(HEADER.alg),
  typ: z.literal(HEADER.typ),
  kid: z.string(),
});

/** Checks the signature of a proof, and that this deployment issued it. */
export function checkProof(
  text: string,
  keys: readonly PublishedKey[],
  issuer: string,
): CheckedProof {
  const [head = '', body = '', signature = '', ...rest] = text.trim().split('.');
  const header = headerSchema.safeParse(decode(head)).data;
  const payload = payloadSchema.safeParse(decode(body)).data;
  if (header === undefined || payload === undefined || rest.length > 0) {
    return { fault: 'malformed' };
  }
  const key = keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return { fault: 'unknown_key', payload };
  const x = key.publicKey.toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const bytes = Buffer.from(signature, 'base64url');
  // Node ignores stray characters and bits, which would let a changed proof pass.
  const isExact = bytes.toString('base64url') === signature;
  if (!isExact || !verify(null, Buffer.from(`${head}.${body}`), publicKey, bytes)) {
    return { fault: 'wrong_signature', key };
  }
  return payload.iss === issuer ? { key, payload } : { fault: 'other_issuer', key, payload };
}

function decode(part: string): unknown {
  return parseJson(Buffer.from(part, 'base64url').toString('utf8'));
}
