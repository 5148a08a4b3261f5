import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '@/db/client';
import { noticeDeliveries, notices, noticeTargets } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { type Due, findTarget, storedNotice, type Target } from './claim';
import { nameOf, take } from './counts';
import { noteByHand } from './finish';
import type { MailAttempt } from './mail';
import type { Channels } from './sender';
import { isOf, type Scope } from './targets';

type Input = Scope & { readonly id: number };

/**
 * Makes one attempt of a stored notice, also to a disabled target, whose state stays as it is.
 * Throws {@link Rejection} `target_not_found` or `too_many_resends`.
 */
export async function resend(
  db: Database,
  channels: Channels,
  { noticeId, ...input }: Input & { readonly noticeId: string },
): Promise<MailAttempt> {
  const target = await ownTarget(db, input);
  const { noticeId: id, targetId } = noticeDeliveries;
  const [sent] = await db
    .select({ id })
    .from(noticeDeliveries)
    .where(and(eq(id, noticeId), eq(targetId, target.id)));
  const due = sent && (await storedNotice(db, noticeId));
  if (due === undefined) throw new Rejection('target_not_found', 'It was never sent there.');
  await take(db, channels.box, 'resends', nameOf(target.integrationId));
  return attempt(db, channels, target, due);
}

/**
 * Sends a test notice. Throws {@link Rejection} `target_not_found`, or `too_many_tests` to a host or
 * address, or of an integration, within an hour.
 */
export async function sendTest(
  db: Database,
  channels: Channels,
  input: Input,
): Promise<MailAttempt> {
  const target = await ownTarget(db, input);
  const id = uuidv7();
  const due = await db.transaction(async (tx) => {
    const owner = nameOf(target.integrationId);
    await take(tx, channels.box, 'testsTo', `${owner} ${hostOf(target)}`);
    await take(tx, channels.box, 'tests', owner);
    await tx.insert(notices).values({
      id,
      type: 'test',
      integrationId: target.integrationId,
      data: {},
      occurredAt: sql`clock_timestamp()`,
      source: `test:${id}`,
    });
    await tx.insert(noticeDeliveries).values({
      noticeId: id,
      targetId: target.id,
      state: 'failed',
      nextAt: sql`clock_timestamp()`,
    });
    return storedNotice(tx, id);
  });
  if (due === undefined) throw new Error('No test notice was stored.');
  return attempt(db, channels, target, due);
}

/** Host of a webhook, or e-mail address. */
function hostOf({ channel, address }: Target): string {
  return channel === 'email' ? address : new URL(address).hostname.replace(/\.$/, '');
}

async function attempt(db: Database, channels: Channels, target: Target, due: Due) {
  const started = performance.now();
  const made = await channels.attempt(target, due);
  const durationMs = performance.now() - started;
  const noticeIds = due.messages.map(({ id }) => id);
  await noteByHand(db, { target, noticeIds, attempt: made, durationMs });
  return made;
}

/** Finds a target of this owner that may be written to: no unconfirmed or unsubscribed address. */
async function ownTarget(db: Database, { id, ...scope }: Input): Promise<Target> {
  const { state, reason } = noticeTargets;
  const [row] = await db
    .select({ state, reason })
    .from(noticeTargets)
    .where(and(eq(noticeTargets.id, id), isOf(scope)));
  const isWanted = row && row.state !== 'unconfirmed' && row.reason !== 'unsubscribed';
  const target = isWanted ? await findTarget(db, id) : undefined;
  if (target === undefined) throw new Rejection('target_not_found', `There is no target ${id}.`);
  return target;
}
