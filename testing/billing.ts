import { and, eq, gte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Sql, Transaction } from '@/db/client';
import { ledgerEntries } from '@/db/schema/index';
import { Permit } from '@/lib/access/permit';
import { writeAudit } from '@/lib/audit/write';
import { formatQuetzales } from '@/lib/base/values/money';
import type { Hold, Query } from '@/lib/billing/hold';
import type { Reserve } from '@/lib/billing/reserve';
import type { Settlement } from '@/lib/billing/settle';
import { type LedgerProblem, verifyLedger } from '@/lib/billing/verify-ledger';

/** A query of an integration, ready to be reserved; each call is another one. */
export function queryOf(integrationId: number, changes: Partial<Query> = {}): Query {
  return {
    queryId: uuidv7(),
    integrationId,
    credentialId: 1,
    lookup: 'cui-nit',
    identifiers: { box: Buffer.from('sealed'), keys: [1n, -2n] },
    requestId: 'request-1',
    access: null,
    ...changes,
  };
}

/** Settlement of a found record, with `changes`. */
export function settlementOf(hold: Hold, changes: Partial<Settlement> = {}): Settlement {
  return {
    hold,
    estado: 'completada',
    status: 200,
    ending: 'found',
    responsible: 'nobody',
    cause: null,
    charge:
      hold.billed && (changes.status === undefined || changes.status === 200) ? 'tariff' : 'none',
    durationMs: 1,
    sourceMs: 1,
    stepsMs: [0.1, 0.5, 0, 0.25, 1, 1],
    ...changes,
  };
}

/** The hold that a reservation must have given; throws when the balance refused it. */
export function held(hold: Awaited<ReturnType<Reserve>>): Hold {
  if (typeof hold === 'string') throw new Error(`The reservation was refused: ${hold}.`);
  return hold;
}

export async function accountOf(sql: Sql, integrationId: number) {
  const [account] = await sql<{ saldo: bigint; reservado: bigint; ledgerSeq: bigint }[]>`
    SELECT saldo, reservado, ledger_seq AS "ledgerSeq" FROM accounts
    WHERE integration_id = ${integrationId}`;
  if (account === undefined) throw new Error(`Integration ${integrationId} has no account.`);
  return account;
}

/** Records of an integration, oldest query first. */
export async function recordsOf(sql: Sql, integrationId: number) {
  return sql<{ estado: string; status: number | null; charged: bigint }[]>`
    SELECT estado, status, charged FROM query_records
    WHERE integration_id = ${integrationId} ORDER BY id`;
}

export type RecordState = Awaited<ReturnType<typeof recordsOf>>[number];

/** Charges of an integration as positive amounts, in the order of the ledger. */
export async function chargesOf(sql: Sql, integrationId: number): Promise<bigint[]> {
  const rows = await sql<{ charged: bigint }[]>`
    SELECT -amount AS charged FROM ledger_entries
    WHERE integration_id = ${integrationId} AND kind = 'cobro' ORDER BY seq`;
  return rows.map(({ charged }) => charged);
}

/** Expires a hold at once. */
export async function expire(sql: Sql, hold: Hold): Promise<void> {
  await sql`UPDATE holds SET expires_at = clock_timestamp() WHERE query_id = ${hold.queryId}`;
}

const ACTIONS = {
  recarga: 'billing.top_up',
  ajuste: 'billing.adjust',
  devolucion: 'billing.refund',
} as const;

/** Writes the signed audit rows of entries that a test planted, other than charges, from `seq` on. */
export async function auditPlanted(tx: Transaction, integrationId: number, from = 1n) {
  const entries = await tx
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.integrationId, integrationId), gte(ledgerEntries.seq, from)))
    .orderBy(ledgerEntries.seq);
  for (const entry of entries) {
    if (entry.kind === 'cobro') continue;
    const permit = Permit.signedIn<(typeof ACTIONS)[typeof entry.kind]>(entry.actor, 'planted');
    await writeAudit({ tx, permit }, ACTIONS[entry.kind], {
      target: 'planted',
      integrationId,
      before: { saldo: formatQuetzales(entry.balanceAfter - entry.amount) },
      after: {
        saldo: formatQuetzales(entry.balanceAfter),
        entry: String(entry.seq),
        ...(entry.queryId && { query: entry.queryId }),
      },
    });
  }
}

/** Invariants of the money that are broken for this integration. */
export async function problemsOf(db: Database, integrationId: number): Promise<LedgerProblem[]> {
  const { problems } = await verifyLedger(db);
  return problems.filter((problem) => problem.integrationId === integrationId);
}
