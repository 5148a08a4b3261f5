import { asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Sql } from '@/db/client';
import { auditLog, taskRuns } from '@/db/schema/index';
import { DAY_MS } from '@/lib/time';
import { auditChain } from './chain';

/**
 * `broken`: the row was changed, or one before it was added or removed. `unsigned`: it was written
 * without a key of this service. `missing`: the newest row of an earlier verification is gone.
 */
const RULES = ['broken', 'unsigned', 'missing'] as const;
export const auditProblem = z.object({ id: z.string(), rule: z.enum(RULES) });
export type AuditProblem = z.infer<typeof auditProblem>;

const count = z.number().int().nonnegative();
const headSchema = z.object({ id: z.string(), link: z.string() });
/** A row and its link in hexadecimal. */
type Head = z.infer<typeof headSchema>;

const verificationSchema = z.object({
  /** The newest row that was checked. */
  head: headSchema.optional(),
  /** When a run last checked everything, in ISO 8601. */
  wholeAt: z.iso.datetime(),
  rows: count,
  /** Number of rows older than the first one that a key of this service signed. */
  unsigned: count,
  problems: z.array(auditProblem),
});
export type AuditVerification = z.infer<typeof verificationSchema>;

const MAX_PROBLEMS = 100;
const ROWS_AT_ONCE = 2_000;

/** Reads the result of the last run of the task. */
export async function lastAuditVerification(db: Database): Promise<AuditVerification | undefined> {
  const [run] = await db.select().from(taskRuns).where(eq(taskRuns.name, 'audit_verify'));
  return verificationSchema.safeParse(run?.result).data;
}

/** `ok`, or what was wrong with the rows when last checked. */
export type AuditState = 'ok' | readonly AuditProblem[];

export async function auditState(sql: Sql): Promise<AuditState> {
  const [run] = await sql<{ problems: unknown }[]>`
    SELECT result->'problems' AS problems FROM task_runs WHERE name = 'audit_verify'`;
  const { data = [] } = auditProblem.array().safeParse(run?.problems);
  return data.length === 0 ? 'ok' : data;
}

/**
 * Checks the chain of audit rows. `last` is an earlier result: its newest row must still be there,
 * and within a day of a whole check only later rows are read, unless `whole`.
 */
export async function verifyAudit(
  db: Database,
  last: AuditVerification | undefined,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<AuditVerification> {
  const now = new Date();
  const all = whole || last === undefined || now.getTime() - Date.parse(last.wholeAt) > DAY_MS;
  const problems: AuditProblem[] = all ? [] : [...last.problems];
  const head = last?.head;
  if (head !== undefined && !(await exists(db, head))) {
    problems.push({ id: head.id, rule: 'missing' });
  }
  const start = all ? undefined : head;
  const { rows, unsigned, newest } = await checkRows(db, start, (problem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  });
  return {
    ...(newest && { head: newest }),
    wholeAt: all ? now.toISOString() : last.wholeAt,
    rows: all ? rows : last.rows + rows,
    unsigned: all ? unsigned : last.unsigned,
    problems,
  };
}

/** Checks the rows after `start`, oldest first, and reports each problem. */
async function checkRows(
  db: Database,
  start: Head | undefined,
  report: (problem: AuditProblem) => void,
) {
  const chain = auditChain();
  let [rows, unsigned, newest] = [0, 0, start];
  let signed = start !== undefined;
  let slice: (typeof auditLog.$inferSelect)[];
  do {
    slice = await db
      .select()
      .from(auditLog)
      .where(gt(auditLog.id, BigInt(newest?.id ?? 0)))
      .orderBy(asc(auditLog.id))
      .limit(ROWS_AT_ONCE);
    for (const row of slice) {
      const state = chain.stateOf(linkIn(newest), row, row.link);
      if (state === 'unsigned' && !signed) unsigned += 1;
      else if (state !== 'intact') report({ id: String(row.id), rule: state });
      signed ||= state !== 'unsigned';
      newest = { id: String(row.id), link: row.link?.toString('hex') ?? '' };
      rows += 1;
    }
  } while (slice.length === ROWS_AT_ONCE);
  return { rows, unsigned, newest };
}

function linkIn(head: Head | undefined): Buffer | null {
  return head?.link ? Buffer.from(head.link, 'hex') : null;
}

async function exists(db: Database, head: Head): Promise<boolean> {
  const [row] = await db
    .select({ link: auditLog.link })
    .from(auditLog)
    .where(eq(auditLog.id, BigInt(head.id)));
  return row !== undefined && (row.link?.toString('hex') ?? '') === head.link;
}
