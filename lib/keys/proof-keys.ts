import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { proofKeys } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { MINUTE_MS } from '@/lib/base/time/time';
import { type PublishedKey, proofKeyOf } from './proof';

/** Longer than the time between two notes of a key in use. */
const SIGNING_FOR_MS = 5 * MINUTE_MS;

/** Publishes the keys of these secrets, and notes that the first one signs. */
export async function noteProofKeys(
  client: Database['$client'],
  secrets: readonly string[],
): Promise<void> {
  for (const [place, secret] of secrets.entries()) {
    const { kid, publicKey } = proofKeyOf(secret);
    await client`
      INSERT INTO proof_keys (kid, public_key) VALUES (${kid}, ${publicKey})
      ON CONFLICT (kid) DO UPDATE SET last_used_at = clock_timestamp() WHERE ${place === 0}`;
  }
}

/** Lists every noted key and the keys of these secrets, which may sign before they are noted. */
export async function listProofKeys(
  db: Database | Transaction,
  secrets: readonly string[],
): Promise<PublishedKey[]> {
  const rows = await db.select().from(proofKeys).orderBy(proofKeys.firstUsedAt);
  const own = secrets.map((secret) => proofKeyOf(secret));
  const unnoted = own.filter(({ kid }) => rows.every((row) => row.kid !== kid));
  return [
    ...rows.map(({ kid, publicKey, lastUsedAt, compromisedAt }) => {
      const isSigning = own[0]?.kid === kid || Date.now() - lastUsedAt.getTime() < SIGNING_FOR_MS;
      const state = isSigning ? ('signing' as const) : ('retired' as const);
      return { kid, publicKey, state: compromisedAt ? ('compromised' as const) : state };
    }),
    ...unnoted.map(({ kid, publicKey }) => ({ kid, publicKey, state: 'signing' as const })),
  ];
}

/**
 * Declares a key compromised: all its proofs are doubtful from now on, whatever their date. Throws
 * {@link Rejection} `proof_key_not_found`.
 */
export async function compromiseKey(ctx: Change<'keys.compromise'>, kid: string): Promise<void> {
  const changed = await ctx.tx
    .update(proofKeys)
    .set({ compromisedAt: sql`coalesce(${proofKeys.compromisedAt}, clock_timestamp())` })
    .where(eq(proofKeys.kid, kid))
    .returning({ kid: proofKeys.kid });
  if (changed.length === 0) {
    throw new Rejection('proof_key_not_found', `No proof was signed with a key ${kid}.`);
  }
  await writeAudit(ctx, 'keys.compromise', { target: kid });
}
