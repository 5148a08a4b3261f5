import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { noticeCounts, noticeTargets } from '@/db/schema/index';
import { Rejection, type RejectionCode } from '@/lib/access/rejection';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import type { Configure, Owner } from './targets';

/** Limits of what people make the service send. Removing a target resets none of them. */

interface Limit {
  readonly code: RejectionCode;
  /** Most of them within an interval of PostgreSQL, the longest one last. */
  readonly most: readonly (readonly [count: number, within: string])[];
}

const LIMITS = {
  lettersTo: {
    code: 'too_many_letters',
    most: [
      [1, '1 hour'],
      [3, '1 day'],
    ],
  },
  letters: { code: 'too_many_letters', most: [[10, '1 day']] },
  names: { code: 'busy', most: [[5, '1 minute']] },
  testsTo: { code: 'too_many_tests', most: [[5, '1 hour']] },
  // All targets together, because one zone has any number of hosts.
  tests: { code: 'too_many_tests', most: [[50, '1 hour']] },
  resends: { code: 'too_many_resends', most: [[20, '1 hour']] },
} as const satisfies Readonly<Record<string, Limit>>;

/**
 * Counts one more of a kind, by the database's clock and in one statement, so that two at once do not
 * both take the last place. Throws the limit's {@link Rejection}.
 */
export async function take(
  db: Database | Transaction,
  box: SecretBox,
  kind: keyof typeof LIMITS,
  subject: string,
): Promise<void> {
  const { code, most }: Limit = LIMITS[kind];
  const since = (within: string) => sql`clock_timestamp() - ${within}::interval`;
  const hasRoom = most.map(
    ([count, within]) =>
      sql`(SELECT count(*) FROM unnest(c.times) t WHERE t > ${since(within)}) < ${count}`,
  );
  const longest = most.at(-1)?.[1] ?? '';
  const taken = await db.execute(sql`
    INSERT INTO ${noticeCounts} AS c (digest, times, until)
    VALUES (${box.digestsOf(`${kind} ${subject}`)[0]}, ARRAY[clock_timestamp()],
      clock_timestamp() + ${longest}::interval)
    ON CONFLICT (digest) DO UPDATE SET until = excluded.until,
      times = ARRAY(SELECT t FROM unnest(c.times) t WHERE t > ${since(longest)}) || clock_timestamp()
    WHERE ${sql.join(hasRoom, sql` AND `)}
    RETURNING true`);
  if (taken.length === 0) throw new Rejection(code, 'There were too many: try again later.');
}

/** Names the owner of a count. All targets of the staff count as those of one. */
export function nameOf(owner: Owner): string {
  return String(owner ?? 'staff');
}

/** Counts the letter that confirms an address. Throws as {@link take} and {@link assertWanted}. */
export async function takeLetter(
  ctx: Configure,
  box: SecretBox,
  { owner, address }: { readonly owner: Owner; readonly address: string },
): Promise<void> {
  await assertWanted(ctx, box, address);
  await take(ctx.tx, box, 'lettersTo', address);
  await take(ctx.tx, box, 'letters', nameOf(owner));
}

/**
 * Throws {@link Rejection} `unsubscribed` when the receiver of an address asked for no more e-mail,
 * of whatever integration, and somebody else now asks for it.
 */
export async function assertWanted(
  { tx, permit, own }: Configure,
  box: SecretBox,
  address: string,
): Promise<void> {
  if ((own ?? permit.actor) === address) return;
  const [row] = await tx.execute(sql`
    SELECT WHERE EXISTS (SELECT FROM ${noticeTargets}
        WHERE address = ${address} AND reason = 'unsubscribed')
      OR EXISTS (SELECT FROM ${noticeCounts} WHERE ${isUnsubscribed(box, address)})`);
  if (row !== undefined) throw new Rejection('unsubscribed', 'Only its receiver may add it.');
}

/** Remembers that the receiver of an address unsubscribed, when its target is removed. */
export async function keepUnsubscribed(
  tx: Transaction,
  box: SecretBox,
  address: string,
): Promise<void> {
  const [digest] = unsubscribedDigests(box, address);
  await tx.execute(sql`
    INSERT INTO ${noticeCounts} (digest, times, until) VALUES (${digest}, '{}', 'infinity')
    ON CONFLICT DO NOTHING`);
}

function isUnsubscribed(box: SecretBox, address: string): SQL {
  const digests = unsubscribedDigests(box, address).map((digest) => sql`${digest}`);
  return sql`digest IN (${sql.join(digests, sql`, `)})`;
}

function unsubscribedDigests(box: SecretBox, address: string): Buffer[] {
  return box.digestsOf(`unsubscribed ${address}`);
}
