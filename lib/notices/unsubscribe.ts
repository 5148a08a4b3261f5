import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { noticeDeliveries, noticeTargets } from '@/db/schema/index';
import { deriveKey } from '@/lib/base/sealing/derive-key';

/** Links that end all e-mail to an address. They hold its id and a keyed digest, so nothing is stored. */

const PURPOSE = 'unsubscribe';
const DIGEST_CHARACTERS = 32;

function tokenOf(secret: string, targetId: number): string {
  const digest = createHmac('sha256', deriveKey(secret, PURPOSE)).update(String(targetId));
  return `${targetId}.${digest.digest('base64url').slice(0, DIGEST_CHARACTERS)}`;
}

export function unsubscribeUrl(
  publicUrl: string,
  [secret = '']: readonly string[],
  targetId: number,
): string {
  const url = new URL('/avisos/baja', publicUrl);
  url.searchParams.set('t', tokenOf(secret, targetId));
  return url.href;
}

/** Reads the id in the token of a link; undefined for any other text. */
export function readToken(secrets: readonly string[], token: string): number | undefined {
  const [id = ''] = token.split('.');
  if (!/^\d{1,9}$/.test(id)) return undefined;
  const given = Buffer.from(token);
  const isOurs = secrets.some((secret) => {
    const expected = Buffer.from(tokenOf(secret, Number(id)));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? Number(id) : undefined;
}

/** Ends all e-mail to a target, whatever its state, and drops what waits. Repeating it changes nothing. */
export async function unsubscribe(db: Database, targetId: number): Promise<void> {
  await db.execute(sql`
    WITH ended AS (
      UPDATE ${noticeTargets} SET state = 'disabled', reason = 'unsubscribed', version = version + 1
      WHERE id = ${targetId} AND channel = 'email' AND reason IS DISTINCT FROM 'unsubscribed'
      RETURNING id
    )
    UPDATE ${noticeDeliveries} SET state = 'dropped', done_at = clock_timestamp()
    WHERE target_id IN (SELECT id FROM ended) AND state = 'pending'`);
}
