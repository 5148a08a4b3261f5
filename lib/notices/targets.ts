import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '@/db/client';
import { noticeDeliveries, noticeTargets } from '@/db/schema/index';
import type { TargetChange } from '@/lib/access/permissions';
import type { Permit } from '@/lib/access/permit';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { writeAudit } from '@/lib/audit/write';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import type { Language } from '@/lib/base/values/language';
import { assertWanted, keepUnsubscribed, takeLetter } from './counts';
import { sealSecret } from './secrets';
import { targetName } from './target-name';
import { newSecret } from './webhook';

const CONFIRM_HOURS = 72;
const OLD_SECRET_HOURS = 24;

/** Who changes targets: any of an owner or, with `own`, the user's e-mail address alone. */
export type Configurer =
  | { readonly permit: Permit<'notice.configure' | TargetChange>; readonly own?: undefined }
  | { readonly permit: Permit<'notice.configure_own' | TargetChange>; readonly own: string };
/** The same in the transaction of a change. */
export type TargetContext = Configurer & { readonly tx: Transaction };
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

/**
 * Locks a target of this owner in one of these states. Throws {@link Rejection} `target_not_found` or
 * `changed_meanwhile`.
 */
async function lockTarget(
  { tx, own }: TargetContext,
  { owner, id, expected }: TargetInput,
  states?: readonly Row['state'][],
): Promise<Row> {
  const [row] = await tx
    .select()
    .from(noticeTargets)
    .where(and(eq(noticeTargets.id, id), isOf({ owner, own })))
    .for('update');
  if (row === undefined) throw new Rejection('target_not_found', `There is no target ${id}.`);
  assertUnchanged(expected === undefined || expected === row.version, 'target');
  assertUnchanged(states === undefined || states.includes(row.state), 'target');
  return row;
}

async function change(
  ctx: TargetContext,
  action: TargetChange,
  row: Row,
  values: PgUpdateSetSource<typeof noticeTargets>,
) {
  const version = sql`${noticeTargets.version} + 1`;
  await ctx.tx
    .update(noticeTargets)
    .set({ ...values, version })
    .where(eq(noticeTargets.id, row.id));
  await audit(ctx, action, row);
}

/** Stops sending to an active or failing target. */
export async function pauseTarget(ctx: TargetContext, input: TargetInput): Promise<void> {
  const row = await lockTarget(ctx, input, ['active', 'failing']);
  await change(ctx, 'notice.pause_target', row, { ...fresh, state: 'paused' });
}

/** Starts sending to a paused target again. */
export async function resumeTarget(ctx: TargetContext, input: TargetInput): Promise<void> {
  const row = await lockTarget(ctx, input, ['paused']);
  await change(ctx, 'notice.resume_target', row, { ...fresh, state: 'active' });
}

const fresh = { reason: null, failures: 0, failingSince: null, holdUntil: null } as const;

/** What the e-mail with the link of an address needs. */
export interface Confirmation {
  readonly code: string;
  readonly address: string;
  readonly locale: Language;
}

/** Returns whether a target ended because its receiver unsubscribed. */
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
  ctx: TargetContext,
  input: TargetInput,
  box: SecretBox,
): Promise<Confirmation | undefined> {
  const row = await lockTarget(ctx, input, ['disabled']);
  if (row.channel === 'email') await assertWanted(ctx, box, row.address);
  if (row.reason === 'unsubscribed') {
    const values = { ...fresh, state: 'unconfirmed' } as const;
    return askAnew(ctx, 'notice.enable_target', row, { box, values });
  }
  await change(ctx, 'notice.enable_target', row, { ...fresh, state: 'active' });
  return undefined;
}

/** Makes another link for an address that was not confirmed. */
export async function renewConfirmation(
  ctx: TargetContext,
  input: TargetInput,
  box: SecretBox,
): Promise<Confirmation> {
  const row = await lockTarget(ctx, input, ['unconfirmed']);
  return askAnew(ctx, 'notice.renew_confirmation', row, { box, values: {} });
}

/** Makes the change with another code, whose letter is counted. */
async function askAnew(
  ctx: TargetContext,
  action: TargetChange,
  row: Row,
  { box, values }: { readonly box: SecretBox; readonly values: Partial<Row> },
): Promise<Confirmation> {
  const { integrationId: owner, address, locale } = row;
  await takeLetter(ctx, box, { owner, address });
  const code = newCode();
  await change(ctx, action, row, { ...values, ...confirmation(code) });
  return { code, address, locale };
}

/** Gives a webhook another secret. The old one signs too for a day. */
export async function rotateSecret(
  ctx: TargetContext,
  input: TargetInput,
  box: SecretBox,
): Promise<{ readonly secret: string }> {
  const row = await lockTarget(ctx, input);
  if (row.channel !== 'webhook') throw new Rejection('target_not_found', 'It has no secret.');
  const secret = newSecret();
  const oldUntil = inHours(OLD_SECRET_HOURS);
  const values = { secret: sealSecret(box, row, secret), oldSecret: row.secret, oldUntil };
  await change(ctx, 'notice.rotate_secret', row, values);
  return { secret };
}

/** Removes a target with its deliveries. That its receiver unsubscribed stays known. */
export async function removeTarget(
  ctx: TargetContext,
  input: TargetInput,
  box: SecretBox,
): Promise<void> {
  const row = await lockTarget(ctx, input);
  if (row.reason === 'unsubscribed') await keepUnsubscribed(ctx.tx, box, row.address);
  await ctx.tx.delete(noticeDeliveries).where(eq(noticeDeliveries.targetId, row.id));
  await ctx.tx.delete(noticeTargets).where(eq(noticeTargets.id, row.id));
  await audit(ctx, 'notice.remove_target', row);
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
  return { confirmDigest: digestOf(code), confirmUntil: inHours(CONFIRM_HOURS) };
}

function inHours(hours: number) {
  return sql`clock_timestamp() + make_interval(hours => ${hours}::int)`;
}

export function newCode(): string {
  return randomBytes(24).toString('base64url');
}

function digestOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

export async function audit(
  ctx: TargetContext,
  action: TargetChange,
  { integrationId, ...target }: Pick<Row, 'integrationId' | 'channel' | 'address'>,
): Promise<void> {
  await writeAudit(ctx, action, {
    target: targetName(target),
    integrationId: integrationId ?? undefined,
    after: { channel: target.channel },
  });
}
