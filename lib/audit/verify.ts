import { createHash } from 'node:crypto';
import { asc, eq, gt, sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { z } from 'zod';
import type { Database, Sql } from '@/db/client';
import { auditHeads, auditLog } from '@/db/schema/index';
import { DAY_MS } from '@/lib/base/time/time';
import { auditChain } from './chain';

/**
 * `broken`: the row was changed, or one before it was added or removed. `unsigned`: it was written
 * without a key of this service. `missing`: the newest row of an earlier verification is gone.
 */
const RULES = ['broken', 'unsigned', 'missing'] as const;
/** `id` is the number of a row, or the hash of a head that was asked for. */
export const auditProblem = z.object({ id: z.string(), rule: z.enum(RULES) });
export type AuditProblem = z.infer<typeof auditProblem>;

/** A row and its link. */
interface Head {
  readonly id: bigint;
  readonly link: Buffer | null;
}

export interface AuditVerification {
  /** The newest row that was checked. */
  readonly head: Head | undefined;
  /** When a run last checked everything. */
  readonly wholeAt: Date;
  readonly rows: number;
  readonly problems: readonly AuditProblem[];
}

interface Options {
  /** Hashes that {@link headHash} gave earlier: a row must still have each. */
  readonly heads?: readonly string[] | undefined;
}

export const MAX_PROBLEMS = 100;
const ROWS_AT_ONCE = 2_000;

/** `ok`, or what was wrong with the rows when last checked. */
export type AuditState = 'ok' | readonly AuditProblem[];

export async function auditState(sql: postgres.Sql): Promise<AuditState> {
  const [run] = await sql<{ problems: unknown }[]>`
    SELECT result->'problems' AS problems FROM task_runs WHERE name = 'audit_verify'`;
  const { data = [] } = auditProblem.array().safeParse(run?.problems);
  return data.length === 0 ? 'ok' : data;
}

/** Shortens a link so that anybody may see it: it tells neither its row nor how many there are. */
export function headHash(link: Buffer): string {
  return createHash('sha256').update(link).digest('hex').slice(0, 16);
}

/** Reads the hash of the newest remembered head; null before the first. */
export async function auditHead(sql: Sql): Promise<string | null> {
  const [head] = await sql<{ link: Buffer }[]>`
    SELECT link FROM audit_heads ORDER BY audit_id DESC LIMIT 1`;
  return head === undefined ? null : headHash(head.link);
}

/** Remembers the newest row for all later verifications. The database never forgets it. */
export async function rememberHead(db: Database, { head }: AuditVerification): Promise<void> {
  if (!head?.link) return;
  await db.insert(auditHeads).values({ auditId: head.id, link: head.link }).onConflictDoNothing();
}

/**
 * Checks the chain of audit rows, and that the row of every remembered head is there. Within a day
 * of a whole check only the rows after `last` are read. `last` must not come from the database: a
 * person who can add rows there could also say that they were checked.
 */
export async function verifyAudit(
  db: Database,
  last: AuditVerification | undefined,
  { heads = [] }: Options = {},
): Promise<AuditVerification> {
  const now = new Date();
  const all = last === undefined || Math.abs(now.getTime() - last.wholeAt.getTime()) > DAY_MS;
  const problems: AuditProblem[] = await missingHeads(db);
  if (!all) problems.push(...last.problems.filter(({ rule }) => rule !== 'missing'));
  const awaited = new Set(heads);
  const { rows, newest } = await checkRows(db, all ? undefined : last.head, awaited, (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  });
  problems.push(...[...awaited].map((id) => ({ id, rule: 'missing' as const })));
  return {
    head: newest,
    wholeAt: all ? now : last.wholeAt,
    rows: all ? rows : last.rows + rows,
    problems,
  };
}

/** Checks the rows after `start`, oldest first, reports each problem and strikes off seen heads. */
async function checkRows(
  db: Database,
  start: Head | undefined,
  awaited: Set<string>,
  report: (problem: AuditProblem) => void,
) {
  const chain = auditChain();
  let [rows, newest] = [0, start];
  let slice: (typeof auditLog.$inferSelect)[];
  do {
    slice = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, newest?.id ?? 0n))
      .orderBy(asc(auditLog.id))
      .limit(ROWS_AT_ONCE);
    for (const row of slice) {
      const state = chain.stateOf(newest?.link ?? null, row, row.link);
      if (state !== 'intact') report({ id: String(row.id), rule: state });
      if (awaited.size > 0 && row.link) awaited.delete(headHash(row.link));
      newest = { id: row.id, link: row.link };
      rows += 1;
    }
  } while (slice.length === ROWS_AT_ONCE);
  return { rows, newest };
}

async function missingHeads(db: Database): Promise<AuditProblem[]> {
  const { auditId, link } = auditHeads;
  const lost = await db
    .select({ id: auditId })
    .from(auditHeads)
    .leftJoin(auditLog, eq(auditLog.id, auditId))
    .where(sql`${auditLog.link} IS DISTINCT FROM ${link}`)
    .orderBy(asc(auditId))
    .limit(MAX_PROBLEMS);
  return lost.map(({ id }) => ({ id: String(id), rule: 'missing' }));
}
