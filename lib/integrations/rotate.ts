import { and, eq, gt, isNull, max, or, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { credentials } from '@/db/schema/index';
import { assertUnchanged, Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { HOUR_MS } from '@/lib/base/time/time';
import { storedToken } from './create';
import { type IntegrationView, lockIntegration } from './find';
import { issueToken, maskedToken } from './token';

export interface TokenInput {
  readonly nombre: string;
  /** Id of the newest token that the form showed. */
  readonly expected?: number | undefined;
}

export interface RotateInput extends TokenInput {
  readonly overlapMs: number;
  readonly deployment: 'development' | 'production';
}

/**
 * Issues a new token, returned only this once. The previous one stays valid for `overlapMs`, but
 * not beyond its own end; older ones are revoked now, so at most two are live. Throws {@link
 * Rejection} `changed_meanwhile`.
 */
export async function rotate(
  ctx: Change<'integration.rotate'>,
  input: RotateInput,
): Promise<{ token: string }> {
  const integration = await lockIntegration(ctx.tx, input.nombre);
  return replaceToken(ctx, 'integration.rotate', { ...input, integration });
}

/**
 * Rotates as `rotate` does, for people of the integration. Throws {@link Rejection} `rotation_off`
 * where staff did not allow it, for a suspended integration, and for an overlap under an hour.
 */
export async function rotateOwn(
  ctx: Change<'integration.rotate_own'>,
  input: RotateInput,
): Promise<{ token: string }> {
  const integration = await lockIntegration(ctx.tx, input.nombre);
  const { own_rotation: allowed, suspendedAt } = integration;
  if (!allowed || suspendedAt !== null || input.overlapMs < HOUR_MS) {
    throw new Rejection('rotation_off', 'Its own people may not rotate this token now.');
  }
  return replaceToken(ctx, 'integration.rotate_own', { ...input, integration });
}

interface Replacement extends Omit<RotateInput, 'nombre'> {
  /** Locked, so that concurrent rotations of an integration run one after another. */
  readonly integration: IntegrationView;
}

async function replaceToken<A extends 'integration.rotate' | 'integration.rotate_own'>(
  ctx: Change<A>,
  action: A,
  { integration, expected, overlapMs, deployment }: Replacement,
): Promise<{ token: string }> {
  const { tx } = ctx;
  await assertNewest(tx, integration.id, expected);
  const live = and(
    eq(credentials.integrationId, integration.id),
    or(isNull(credentials.expiresAt), gt(credentials.expiresAt, sql`now()`)),
  );
  const newest = sql`(SELECT max(id) FROM credentials WHERE integration_id = ${integration.id})`;
  const overlap = sql`now() + make_interval(secs => ${overlapMs / 1000}::float8)`;
  const old = await tx
    .update(credentials)
    .set({
      expiresAt: sql`least(${credentials.expiresAt}, CASE WHEN ${credentials.id} = ${newest}
        THEN ${overlap} ELSE now() END)`,
    })
    .where(live)
    .returning({
      leftMs: sql<number>`extract(epoch FROM ${credentials.expiresAt} - now())::float8 * 1000`,
    });
  const token = issueToken(deployment);
  await tx.insert(credentials).values(storedToken(integration.id, token));
  await writeAudit(ctx, action, {
    target: integration.nombre,
    integrationId: integration.id,
    // The old token may end before the overlap that was asked for.
    after: {
      token: maskedToken(token),
      overlapMs: Math.round(Math.max(0, ...old.map(({ leftMs }) => leftMs))),
    },
  });
  return { token: token.token };
}

/** Throws `changed_meanwhile` unless the form showed the newest token. */
async function assertNewest(tx: Transaction, integrationId: number, expected?: number) {
  if (expected === undefined) return;
  const [row] = await tx
    .select({ id: max(credentials.id) })
    .from(credentials)
    .where(eq(credentials.integrationId, integrationId));
  assertUnchanged(row?.id === expected, 'token');
}

/** Revokes the old tokens of a rotation, if any. Throws {@link Rejection} `changed_meanwhile`. */
export async function endOverlap(
  ctx: Change<'integration.end_overlap'>,
  { nombre, expected }: TokenInput,
): Promise<void> {
  const { tx } = ctx;
  const integration = await lockIntegration(tx, nombre);
  await assertNewest(tx, integration.id, expected);
  const ended = await tx
    .update(credentials)
    .set({ expiresAt: sql`now()` })
    .where(
      and(eq(credentials.integrationId, integration.id), gt(credentials.expiresAt, sql`now()`)),
    )
    .returning({ prefix: credentials.prefix, lastFour: credentials.lastFour });
  if (ended.length === 0) return;
  await writeAudit(ctx, 'integration.end_overlap', {
    target: integration.nombre,
    integrationId: integration.id,
    before: { tokens: ended.map(maskedToken) },
  });
}
