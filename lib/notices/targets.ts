import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, gt, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '@/db/client';
import { integrations, noticeDeliveries, noticeTargets } from '@/db/schema/index';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import { asciiLower } from '@/lib/base/values/ascii-lower';
import type { Language } from '@/lib/base/values/language';
import type { NoticeType } from './kinds';
import { checkOutbound, OutboundError, type OutboundRules } from './outbound';
import { sealSecret } from './secrets';
import { targetName } from './target-name';
import { newSecret } from './webhook';

const MAX_TARGETS = 10;
const MAX_URL = 500;
const CONFIRM_HOURS = 72;
const OLD_SECRET_HOURS = 24;

/** Context of a change: of any target of an owner, or of the user's own e-mail address alone. */
export type Configure =
  | (Change<'notice.configure'> & { readonly own?: undefined })
  | (Change<'notice.configure_own'> & { readonly own: string });
type Row = typeof noticeTargets.$inferSelect;

/** An integration's targets, or those of the staff. */
export type Owner = number | null;

/** Targets of an owner; with `own`, only that e-mail address. */
export interface Scope {
  readonly owner: Owner;
  readonly own?: string | undefined;
}

export function isOf({ owner, own }: Scope) {
  const { integrationId, channel, address } = noticeTargets;
  return and(
    owner === null ? isNull(integrationId) : eq(integrationId, owner),
    own === undefined ? undefined : and(eq(channel, 'email'), eq(address, own)),
  );
}

export interface NewTarget {
  readonly owner: Owner;
  readonly channel: 'email' | 'webhook';
  readonly address: string;
  readonly locale: Language;
  /** Types that it receives; absent for all. */
  readonly types?: readonly NoticeType[] | undefined;
}

/** What a new target needs once: the secret of a webhook, or the code that confirms an address. */
export interface Added {
  readonly id: number;
  readonly address: string;
  readonly secret?: string;
  readonly code?: string;
}

/**
 * Adds a target. E-mail starts when its receiver confirms it. Throws {@link Rejection}
 * `email_invalid`, `url_invalid`, `url_private`, `target_taken` or `too_many_targets`.
 */
export async function addTarget(
  ctx: Configure,
  { owner, channel, address: given, locale, types }: NewTarget,
  { box, outbound }: { readonly box: SecretBox; readonly outbound: OutboundRules },
): Promise<Added> {
  const address = await readAddress(channel, given, outbound);
  if (ctx.own !== undefined && (channel !== 'email' || address !== ctx.own)) {
    throw new Rejection('email_invalid', 'Write your own address.');
  }
  await lockOwner(ctx.tx, owner);
  const [present] = await ctx.tx.select({ n: count() }).from(noticeTargets).where(isOf({ owner }));
  if ((present?.n ?? 0) >= MAX_TARGETS) {
    throw new Rejection('too_many_targets', `There are ${MAX_TARGETS} targets: remove one first.`);
  }
  const once = channel === 'webhook' ? { secret: newSecret() } : { code: newCode() };
  const [row] = await ctx.tx
    .insert(noticeTargets)
    .values({
      ...{ integrationId: owner, channel, address, locale, types: types ? [...types] : null },
      ...{ state: channel === 'webhook' ? 'active' : 'unconfirmed', createdBy: ctx.permit.actor },
      ...('secret' in once
        ? { secret: sealSecret(box, { integrationId: owner, address }, once.secret) }
        : confirmation(once.code)),
    })
    .onConflictDoNothing()
    .returning({ id: noticeTargets.id });
  if (row === undefined) throw new Rejection('target_taken', 'This target is there already.');
  await audit(ctx, { integrationId: owner, channel, address }, { state: 'added' });
  return { id: row.id, address, ...once };
}

async function readAddress(channel: NewTarget['channel'], given: string, rules: OutboundRules) {
  if (channel === 'email') {
    const address = asciiLower(given.trim());
    if (z.email().safeParse(address).success) return address;
    throw new Rejection('email_invalid', 'Write an e-mail address.');
  }
  try {
    const url = await checkOutbound(given.trim(), rules);
    if (url.href.length <= MAX_URL) return url.href;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new Rejection(error.code, 'Write a public https address.');
  }
  throw new Rejection('url_invalid', `Write at most ${MAX_URL} characters.`);
}

/** Nobody else adds a target of the owner until the commit, so that the limit holds. */
async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  if (owner === null)
    await tx.execute(sql`LOCK TABLE ${noticeTargets} IN SHARE ROW EXCLUSIVE MODE`);
  else await tx.select().from(integrations).where(eq(integrations.id, owner)).for('no key update');
}

export interface TargetInput {
  readonly owner: Owner;
  readonly id: number;
  /** The version that the page showed. */
  readonly expected?: number | undefined;
}

/** Locks a target of this owner. Throws {@link Rejection} `target_not_found` or `changed_meanwhile`. */
async function lockTarget(
  { tx, own }: Configure,
  { owner, id, expected }: TargetInput,
): Promise<Row> {
  const [row] = await tx
    .select()
    .from(noticeTargets)
    .where(and(eq(noticeTargets.id, id), isOf({ owner, own })))
    .for('update');
  if (row === undefined) throw new Rejection('target_not_found', `There is no target ${id}.`);
  assertUnchanged(expected === undefined || expected === row.version, 'target');
  return row;
}

async function change(ctx: Configure, row: Row, values: Partial<Row>, state: string) {
  const version = sql`${noticeTargets.version} + 1`;
  await ctx.tx
    .update(noticeTargets)
    .set({ ...values, version })
    .where(eq(noticeTargets.id, row.id));
  await audit(ctx, row, { state });
}

/** Stops sending, or starts again. Only an active or failing target can be paused. */
export async function pauseTarget(
  ctx: Configure,
  { pause, ...input }: TargetInput & { readonly pause: boolean },
): Promise<void> {
  const row = await lockTarget(ctx, input);
  const from = pause ? ['active', 'failing'] : ['paused'];
  if (!from.includes(row.state)) throw new Rejection('changed_meanwhile', 'Look again.');
  await change(
    ctx,
    row,
    { ...fresh, state: pause ? 'paused' : 'active' },
    pause ? 'paused' : 'active',
  );
}

const fresh = { reason: null, failures: 0, failingSince: null, holdUntil: null } as const;

/** What the e-mail with the link of an address needs. */
export interface Confirmation {
  readonly code: string;
  readonly address: string;
  readonly locale: Language;
}

/** Tells whether a target ended because its receiver unsubscribed. */
export async function wasUnsubscribed(
  db: Database,
  { id, ...scope }: Scope & { readonly id: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: noticeTargets.id })
    .from(noticeTargets)
    .where(and(eq(noticeTargets.id, id), isOf(scope), eq(noticeTargets.reason, 'unsubscribed')));
  return rows.length > 0;
}

/**
 * Enables a disabled target after a test has reached it. Whoever unsubscribed must confirm the
 * address anew: returns what that link needs.
 */
export async function enableTarget(
  ctx: Configure,
  input: TargetInput,
): Promise<{ readonly letter?: Confirmation }> {
  const row = await lockTarget(ctx, input);
  if (row.state !== 'disabled') throw new Rejection('changed_meanwhile', 'Look again.');
  if (row.reason !== 'unsubscribed') {
    await change(ctx, row, { ...fresh, state: 'active' }, 'active');
    return {};
  }
  const code = newCode();
  await change(ctx, row, { ...fresh, ...confirmation(code), state: 'unconfirmed' }, 'unconfirmed');
  return { letter: { code, address: row.address, locale: row.locale } };
}

/** Makes another link for an address that was not confirmed. */
export async function renewConfirmation(ctx: Configure, input: TargetInput): Promise<Confirmation> {
  const row = await lockTarget(ctx, input);
  if (row.state !== 'unconfirmed') throw new Rejection('changed_meanwhile', 'Look again.');
  const code = newCode();
  await change(ctx, row, confirmation(code), 'unconfirmed');
  return { code, address: row.address, locale: row.locale };
}

/** Gives a webhook another secret. The old one signs too for a day. */
export async function rotateSecret(
  ctx: Configure,
  input: TargetInput,
  box: SecretBox,
): Promise<{ readonly secret: string }> {
  const row = await lockTarget(ctx, input);
  if (row.channel !== 'webhook') throw new Rejection('target_not_found', 'It has no secret.');
  const secret = newSecret();
  const oldUntil = new Date(Date.now() + OLD_SECRET_HOURS * 3_600_000);
  const values = { secret: sealSecret(box, row, secret), oldSecret: row.secret, oldUntil };
  await change(ctx, row, values, 'rotated');
  return { secret };
}

/** Removes a target with its deliveries. */
export async function removeTarget(ctx: Configure, input: TargetInput): Promise<void> {
  const row = await lockTarget(ctx, input);
  await ctx.tx.delete(noticeDeliveries).where(eq(noticeDeliveries.targetId, row.id));
  await ctx.tx.delete(noticeTargets).where(eq(noticeTargets.id, row.id));
  await audit(ctx, row, { state: 'removed' });
}

/** Starts e-mail to the address of a link. Returns whether the code was good. */
export async function confirmTarget(db: Database, code: string): Promise<boolean> {
  const rows = await db
    .update(noticeTargets)
    .set({ state: 'active', confirmDigest: null, confirmUntil: null })
    .where(isOfCode(code))
    .returning({ id: noticeTargets.id });
  return rows.length > 0;
}

/** Finds the address of a link that is still good. Changes nothing. */
export async function unconfirmedTarget(db: Database, code: string) {
  const { channel, address, locale } = noticeTargets;
  const [row] = await db
    .select({ channel, address, locale })
    .from(noticeTargets)
    .where(isOfCode(code));
  return row;
}

const isOfCode = (code: string) =>
  and(
    eq(noticeTargets.confirmDigest, digestOf(code)),
    eq(noticeTargets.state, 'unconfirmed'),
    gt(noticeTargets.confirmUntil, sql`clock_timestamp()`),
  );

function confirmation(code: string) {
  const confirmUntil = new Date(Date.now() + CONFIRM_HOURS * 3_600_000);
  return { confirmDigest: digestOf(code), confirmUntil };
}

function newCode(): string {
  return randomBytes(24).toString('base64url');
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

function audit(
  ctx: Configure,
  { integrationId, ...target }: Pick<Row, 'integrationId' | 'channel' | 'address'>,
  after: { readonly state: string },
) {
  const entry = {
    target: targetName(target),
    ...(integrationId !== null && { integrationId }),
    after: { channel: target.channel, ...after },
  };
  return ctx.own === undefined
    ? writeAudit(ctx, 'notice.configure', entry)
    : writeAudit(ctx, 'notice.configure_own', entry);
}
