import { count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { integrations, noticeTargets } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import type { Language } from '@/lib/base/values/language';
import { asciiLower } from '@/lib/base/values/text';
import { take, takeLetter } from './counts';
import type { NoticeType } from './kinds';
import { hasName, OutboundError, parseOutbound, publicAddresses } from './outbound';
import { sealSecret } from './secrets';
import type { Channels } from './sender';
import {
  audit,
  type Configurer,
  confirmation,
  isOf,
  newCode,
  type Owner,
  type TargetContext,
} from './targets';
import { newSecret } from './webhook';

const MAX_TARGETS = 10;
const MAX_URL = 500;

export interface NewTarget {
  readonly owner: Owner;
  readonly channel: 'email' | 'webhook';
  readonly address: string;
  readonly locale: Language;
  /** Types that it receives; absent for all. */
  readonly types?: readonly NoticeType[] | undefined;
}

/** A new target, with the secret of its webhook or the code that confirms its address. */
export interface Added {
  readonly id: number;
  readonly address: string;
  readonly secret?: string;
  readonly code?: string;
}

/**
 * Adds a target in a transaction that begins once its name is resolved: a DNS server that does not
 * answer holds no connection. E-mail starts when its receiver confirms it. Throws {@link Rejection}
 * `email_invalid`, `url_invalid`, `url_private`, `busy`, `target_taken`, `too_many_targets`,
 * `too_many_letters` or `unsubscribed`.
 */
export async function addTarget(
  db: Database,
  channels: Channels,
  by: Configurer,
  { address: given, ...input }: NewTarget,
): Promise<Added> {
  const isMail = input.channel === 'email';
  if (by.own !== undefined && !(isMail && asciiLower(given.trim()) === by.own)) {
    throw new Rejection('email_invalid', 'Write your own address.');
  }
  const address = isMail ? readEmail(given) : await readUrl(db, channels, by, given.trim());
  return db.transaction((tx) => insertTarget({ ...by, tx }, { ...input, address }, channels));
}

async function insertTarget(
  ctx: TargetContext,
  { owner, channel, address, locale, types }: NewTarget,
  { box }: Channels,
): Promise<Added> {
  await lockOwner(ctx.tx, owner);
  const [present] = await ctx.tx.select({ n: count() }).from(noticeTargets).where(isOf({ owner }));
  if ((present?.n ?? 0) >= MAX_TARGETS) {
    throw new Rejection('too_many_targets', `There are ${MAX_TARGETS} targets: remove one first.`);
  }
  const once = channel === 'webhook' ? { secret: newSecret() } : { code: newCode() };
  const [row] = await ctx.tx
    .insert(noticeTargets)
    .values({
      integrationId: owner,
      channel,
      address,
      locale,
      types: types ? [...types] : null,
      state: channel === 'webhook' ? 'active' : 'unconfirmed',
      createdBy: ctx.permit.actor,
      ...('secret' in once
        ? { secret: sealSecret(box, { integrationId: owner, address }, once.secret) }
        : confirmation(once.code)),
    })
    .onConflictDoNothing()
    .returning({ id: noticeTargets.id });
  if (row === undefined) throw new Rejection('target_taken', 'This target is there already.');
  if (channel === 'email') await takeLetter(ctx, box, { owner, address });
  await audit(ctx, 'notice.add_target', { integrationId: owner, channel, address });
  return { id: row.id, address, ...once };
}

function readEmail(given: string): string {
  const address = asciiLower(given.trim());
  if (z.email().safeParse(address).success) return address;
  throw new Rejection('email_invalid', 'Write an e-mail address.');
}

async function readUrl(
  db: Database,
  { box, outbound, resolving }: Channels,
  { permit }: Configurer,
  given: string,
): Promise<string> {
  try {
    const url = parseOutbound(given, outbound);
    if (url.href.length > MAX_URL) throw new OutboundError('url_invalid');
    if (!hasName(url)) return url.href;
    const release = await resolving.acquire(permit.actor);
    if (release === undefined) throw new Rejection('busy', 'Add one target after the other.');
    try {
      await take(db, box, 'names', permit.actor);
      await publicAddresses(url.hostname, outbound);
    } finally {
      release();
    }
    return url.href;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new Rejection(
      error.code,
      `Write a public https address of at most ${MAX_URL} characters.`,
    );
  }
}

/** Nobody else adds a target of the owner until the commit, so that the limit holds. */
async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  if (owner === null)
    await tx.execute(sql`LOCK TABLE ${noticeTargets} IN SHARE ROW EXCLUSIVE MODE`);
  else await tx.select().from(integrations).where(eq(integrations.id, owner)).for('no key update');
}
