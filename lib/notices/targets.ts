import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { noticeDeliveries, noticeTargets } from '@/db/schema/index';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import type { Language } from '@/lib/base/values/language';
import { assertWanted, keepUnsubscribed, takeLetter } from './counts';
import { sealSecret } from './secrets';
import { targetName } from './target-name';
import { newSecret } from './webhook';

const CONFIRM_HOURS = 72;
const OLD_SECRET_HOURS = 24;

/** Context of a change: of any target of an owner, or of the user's own e-mail address alone. */
export type Configure =
  | (Change<'notice.configure'> & { readonly own?: undefined })
  | (Change<'notice.configure_own'> & { readonly own: string });
/** Context of a change whose transaction has not begun. */
export type Configurer = Without<Configure, 'tx'>;
/** Each member of a union without a property. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
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
 * Enables a disabled target after a test has reached it. Only people who unsubscribed may enable
 * their address, and they confirm it anew: returns what that link needs.
 */
export async function enableTarget(
  ctx: Configure,
  input: TargetInput,
  box: SecretBox,
): Promise<{ readonly letter?: Confirmation }> {
  const row = await lockTarget(ctx, input);
  if (row.state !== 'disabled') throw new Rejection('changed_meanwhile', 'Look again.');
  if (row.channel === 'email') await assertWanted(ctx, box, row.address);
  if (row.reason !== 'unsubscribed') {
    await change(ctx, row, { ...fresh, state: 'active' }, 'active');
    return {};
  }
  await takeLetter(ctx, box, { owner: input.owner, address: row.address });
  const code = newCode();
  await change(ctx, row, { ...fresh, ...confirmation(code), state: 'unconfirmed' }, 'unconfirmed');
  return { letter: { code, address: row.address, locale: row.locale } };
}

/** Makes another link for an address that was not confirmed. */
export async function renewConfirmation(
  ctx: Configure,
  input: TargetInput,
  box: SecretBox,
): Promise<Confirmation> {
  const row = await lockTarget(ctx, input);
  if (row.state !== 'unconfirmed') throw new Rejection('changed_meanwhile', 'Look again.');
  await takeLetter(ctx, box, { owner: input.owner, address: row.address });
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

/** Removes a target with its deliveries. That its receiver unsubscribed stays known. */
export async function removeTarget(
  ctx: Configure,
  input: TargetInput,
  box: SecretBox,
): Promise<void> {
  const row = await lockTarget(ctx, input);
  if (row.reason === 'unsubscribed') await keepUnsubscribed(ctx.tx, box, row.address);
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

export function confirmation(code: string) {
  const confirmUntil = new Date(Date.now() + CONFIRM_HOURS * 3_600_000);
  return { confirmDigest: digestOf(code), confirmUntil };
}

export function newCode(): string {
  return randomBytes(24).toString('base64url');
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

export function audit(
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
