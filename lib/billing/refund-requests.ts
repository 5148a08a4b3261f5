import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { integrations, ledgerEntries, refundRequests } from '@/db/schema/index';
import { Rejection } from '@/lib/access/rejection';
import { type Change, writeAudit } from '@/lib/audit/write';
import { alreadyRefunded, entriesOfCharge } from './entries-of-query';
import { lockAccount } from './lock-account';

interface RequestInput {
  readonly nombre: string;
  readonly queryId: string;
  /** The reason for the request or for declining it. */
  readonly nota: string;
}

/**
 * Requests a refund of the charge of a query; {@link refund} grants it. Throws
 * {@link Rejection} `reason_required`, `not_charged`, `already_refunded` or `already_requested`.
 */
export async function requestRefund(
  ctx: Change<'billing.request_refund'>,
  { nombre, queryId, nota }: RequestInput,
): Promise<void> {
  const { id, target } = await lockCharge(ctx.tx, { nombre, queryId, nota });
  if ((await ctx.tx.$count(refundRequests, isUndeclined(queryId))) > 0) {
    throw new Rejection('already_requested', 'A refund of that query was requested already.');
  }
  const requestedBy = ctx.permit.actor;
  await ctx.tx.insert(refundRequests).values({ integrationId: id, queryId, nota, requestedBy });
  await writeAudit(ctx, 'billing.request_refund', {
    target,
    integrationId: id,
    after: { query: queryId, nota },
  });
}

/**
 * Declines the open request of a query. Throws {@link Rejection} `reason_required`, `not_charged`,
 * `already_refunded`, or `request_not_found` without an open request.
 */
export async function declineRefund(
  ctx: Change<'billing.decline_refund'>,
  { nombre, queryId, nota }: RequestInput,
): Promise<void> {
  const { id, target } = await lockCharge(ctx.tx, { nombre, queryId, nota });
  const declined = await ctx.tx
    .update(refundRequests)
    .set({ declinedBy: ctx.permit.actor, declinedAt: sql`clock_timestamp()`, declinedNota: nota })
    .where(isUndeclined(queryId))
    .returning({ id: refundRequests.id });
  if (declined.length === 0) {
    throw new Rejection('request_not_found', 'No refund of that query is requested.');
  }
  await writeAudit(ctx, 'billing.decline_refund', {
    target,
    integrationId: id,
    after: { query: queryId, nota },
  });
}

/** Locks the account, so that requests, refunds and refusals of a query do not overlap. */
async function lockCharge(tx: Transaction, { nombre, queryId, nota }: RequestInput) {
  if (nota.trim() === '') throw new Rejection('reason_required', 'Say why.');
  const { id, nombre: target } = await lockAccount(tx, nombre);
  const { refund } = await entriesOfCharge(tx, id, queryId);
  if (refund !== undefined) throw alreadyRefunded();
  return { id, target };
}

function isUndeclined(queryId: string) {
  return and(eq(refundRequests.queryId, queryId), isNull(refundRequests.declinedAt));
}

const isRefunded = sql<boolean>`EXISTS (SELECT FROM ${ledgerEntries} refund
  WHERE refund.query_id = ${refundRequests.queryId} AND refund.kind = 'devolucion')`;
const isLast = sql<boolean>`NOT EXISTS (SELECT FROM ${refundRequests} later
  WHERE later.query_id = ${refundRequests.queryId} AND later.id > ${refundRequests.id})`;
const isOpen = and(isNull(refundRequests.declinedAt), sql`NOT ${isRefunded}`);

export function countOpenRefunds(db: Database): Promise<number> {
  return db.$count(refundRequests, isOpen);
}

export function requestsOfQuery(db: Database, queryId: string) {
  return read(db, eq(refundRequests.queryId, queryId));
}

export async function listRefundRequests(
  db: Database,
  { open }: { readonly open: boolean },
  page: { readonly limit: number; readonly offset: number },
) {
  const filter = open ? isOpen : undefined;
  const [rows, [total]] = await Promise.all([
    read(db, filter).limit(page.limit).offset(page.offset),
    db.select({ count: count() }).from(refundRequests).where(filter),
  ]);
  return { rows, count: total?.count ?? 0 };
}

function read(db: Database, filter: SQL | undefined) {
  const { id, queryId, nota, requestedBy, requestedAt } = refundRequests;
  const { declinedBy, declinedAt, declinedNota } = refundRequests;
  const charge = and(eq(ledgerEntries.queryId, queryId), eq(ledgerEntries.kind, 'cobro'));
  return db
    .select({
      id,
      queryId,
      nombre: integrations.nombre,
      amount: sql`-${ledgerEntries.amount}`.mapWith(ledgerEntries.amount),
      nota,
      requestedBy,
      requestedAt,
      declinedBy,
      declinedAt,
      declinedNota,
      // A refund also settles the last request that was declined before.
      state: sql<RefundState>`CASE WHEN ${isRefunded} AND ${isLast} THEN 'refunded'
        WHEN ${declinedAt} IS NOT NULL THEN 'declined' ELSE 'open' END`,
    })
    .from(refundRequests)
    .innerJoin(integrations, eq(integrations.id, refundRequests.integrationId))
    .innerJoin(ledgerEntries, charge)
    .where(filter)
    .orderBy(desc(id))
    .$dynamic();
}

export type RefundState = 'open' | 'refunded' | 'declined';
export type RefundRequest = Awaited<ReturnType<typeof requestsOfQuery>>[number];
