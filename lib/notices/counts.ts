import { inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { noticeCounts, noticeTargets } from '@/db/schema/index';
import { Rejection, type RejectionCode } from '@/lib/access/rejection';
import type { SecretBox } from '@/lib/base/sealing/secret-box';

/** Limits of what people make the service send. Removing a target resets none of them. */

type Limit = readonly [RejectionCode, ...(readonly [most: number, within: string])[]];

/** Within intervals of PostgreSQL, the longest one last. */
export const LIMITS = {
  lettersTo: ['too_many_letters', [1, '1 hour'], [3, '1 day']],
  letters: ['too_many_letters', [10, '1 day']],
  names: ['busy', [5, '1 minute']],
  testsTo: ['too_many_tests', [5, '1 hour']],
  // All targets together, because one zone has any number of hosts.
  tests: ['too_many_tests', [50, '1 hour']],
  resends: ['too_many_resends', [20, '1 hour']],
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
  const [code, ...limits]: Limit = LIMITS[kind];
  // A time in the future was stored while the clock was ahead.
  const recent = (within: string) =>
    sql`unnest(c.times) t WHERE t > clock_timestamp() - ${within}::interval AND t <= clock_timestamp()`;
  const hasRoom = limits.map(
    ([most, within]) => sql`(SELECT count(*) FROM ${recent(within)}) < ${most}`,
  );
  const longest = limits.at(-1)?.[1] ?? '';
  const taken = await db.execute(sql`
    INSERT INTO ${noticeCounts} AS c (digest, times, until)
    VALUES (${box.digestsOf(`${kind} ${subject}`)[0]}, ARRAY[clock_timestamp()],
      clock_timestamp() + ${longest}::interval)
    ON CONFLICT (digest) DO UPDATE SET until = excluded.until,
      times = ARRAY(SELECT t FROM ${recent(longest)}) || clock_timestamp()
    WHERE ${sql.join(hasRoom, sql` AND `)}
    RETURNING true`);
  if (taken.length === 0) throw new Rejection(code, 'There were too many: try again later.');
}

/** Names the owner of a count. All targets of the staff count as those of one. */
export function nameOf(owner: number | null): string {
  return String(owner ?? 'staff');
}

/** Who makes the service send a letter; with `own`, only to that address. */
interface Asker {
  readonly tx: Transaction;
  readonly permit: { readonly actor: string };
  readonly own?: string | undefined;
}

/** Counts the letter that confirms an address. Throws as {@link take} and {@link assertWanted}. */
export async function takeLetter(
  ctx: Asker,
  box: SecretBox,
  { owner, address }: { readonly owner: number | null; readonly address: string },
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
  { tx, permit, own }: Asker,
  box: SecretBox,
  address: string,
): Promise<void> {
  if ((own ?? permit.actor) === address) return;
  const isUnsubscribed = inArray(noticeCounts.digest, unsubscribed(box, address));
  const [row] = await tx.execute(sql`
    SELECT WHERE EXISTS (SELECT FROM ${noticeTargets}
        WHERE address = ${address} AND reason = 'unsubscribed')
      OR EXISTS (SELECT FROM ${noticeCounts} WHERE ${isUnsubscribed})`);
  if (row !== undefined) throw new Rejection('unsubscribed', 'Only its receiver may add it.');
}

/** Remembers that the receiver of an address unsubscribed, when its target is removed. */
export async function keepUnsubscribed(
  tx: Transaction,
  box: SecretBox,
  address: string,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${noticeCounts} (digest, times, until)
    VALUES (${unsubscribed(box, address)[0]}, '{}', 'infinity') ON CONFLICT DO NOTHING`);
}

/** Digests under which an unsubscription may be stored: one for each key. */
function unsubscribed(box: SecretBox, address: string): Buffer[] {
  return box.digestsOf(`unsubscribed ${address}`);
}
