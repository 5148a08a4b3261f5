import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/db/client';
import {
  accountChecks,
  entryChecks,
  LEDGER_RULES,
  recordChecks,
  spentChecks,
} from './ledger-checks';

/** One violation of an invariant, with the ledger entry or the query that shows it. */
export const ledgerProblem = z.object({
  rule: z.enum(LEDGER_RULES),
  integrationId: z.number(),
  nombre: z.string(),
  detail: z.string(),
  seq: z.number().nullable(),
  queryId: z.string().nullable(),
});
export type LedgerProblem = z.infer<typeof ledgerProblem>;

export interface Verification {
  /**
   * Start of the entries and records to check; absent for all. All accounts are checked anyway, but
   * their spent amounts only with all entries.
   */
  readonly since?: Date | undefined;
  /** Problems of an earlier run, to be checked again. */
  readonly known?: readonly LedgerProblem[];
  /** Receives confirmed problems as soon as they are found. */
  readonly onProblem?: (problems: readonly LedgerProblem[]) => Promise<void>;
}

const MAX_PROBLEMS = 1_000;

/**
 * Checks every invariant of the ledger while queries go on, in slices of about a second: a longer
 * snapshot slows busy accounts down. Each slice is one statement, so one snapshot. Findings count
 * only if a second check confirms them, because retention may drop records meanwhile.
 */
export async function verifyLedger(
  db: Database,
  { since, known = [], onProblem }: Verification = {},
) {
  const problems: LedgerProblem[] = [];
  const add = async (found: readonly LedgerProblem[]) => {
    if (found.length === 0 || problems.length >= MAX_PROBLEMS) return;
    const confirmed = await checkAgain(db, found);
    const fresh = confirmed.filter((one) => !problems.some((other) => isSame(one, other)));
    problems.push(...fresh);
    if (fresh.length > 0) await onProblem?.(fresh);
  };
  await add(known);
  const accounts = await check(db, sql`SELECT * FROM accounts`, accountChecks);
  await add(accounts.problems);
  const from = since?.toISOString() ?? '-infinity';
  const entries = await inSlices(db, entriesFrom(from), entryChecks, add);
  const records = await inSlices(db, recordsFrom(from), recordChecks, add);
  if (since === undefined) await inSlices(db, accountsInOrder, spentChecks, add, 1);
  return { checked: { integrations: accounts.rows, entries, records }, problems };
}

function isSame(one: LedgerProblem, other: LedgerProblem): boolean {
  const keys = ['rule', 'integrationId', 'seq', 'queryId'] as const;
  return keys.every((key) => one[key] === other[key]);
}

/** Checks again what was found before. Returns what is still broken. */
async function checkAgain(db: Database, found: readonly LedgerProblem[]) {
  const accounts = found.filter(({ seq, queryId }) => seq === null && queryId === null);
  const entries = found.filter(({ seq }) => seq !== null);
  const records = found.filter(({ seq, queryId }) => seq === null && queryId !== null);
  const ids = (some: readonly LedgerProblem[]) => `{${some.map((one) => one.integrationId)}}`;
  const spent = accounts.filter(({ rule }) => rule === 'spent = charges less refunds');
  const ofAccounts = sql`SELECT * FROM accounts WHERE integration_id = ANY(${ids(accounts)}::int[])`;
  const ofSpent = sql`SELECT * FROM accounts WHERE integration_id = ANY(${ids(spent)}::int[])`;
  const ofEntries = sql`SELECT l.* FROM ledger_entries l
    JOIN (SELECT DISTINCT * FROM unnest(${ids(entries)}::int[],
        ${`{${entries.map(({ seq }) => seq)}}`}::bigint[]) AS f(integration_id, seq)) f
      USING (integration_id, seq)`;
  const ofRecords = sql`SELECT * FROM query_records
    WHERE id = ANY(${`{${records.map(({ queryId }) => queryId)}}`}::uuid[])`;
  const results = await Promise.all([
    check(db, ofAccounts, accountChecks),
    check(db, ofSpent, spentChecks),
    check(db, ofEntries, entryChecks),
    check(db, ofRecords, recordChecks),
  ]);
  return results.flatMap(({ problems }) => problems);
}

/** Selects at most `size` rows after a cursor, in the order of the cursor. */
type Slice = (cursor: Cursor | undefined, size: number) => SQL;
type Cursor = readonly [string, string];

const accountsInOrder: Slice = ([id] = ['0', ''], size) => sql`
  SELECT *, ARRAY[integration_id::text, ''] AS cursor FROM accounts
  WHERE integration_id > ${id}::int ORDER BY integration_id LIMIT ${size}`;

/** Selects entries in the order of account and number, from an instant on if one is given. */
function entriesFrom(from: string): Slice {
  return ([id, seq] = ['0', '0'], size) => sql`
    SELECT e.*, ARRAY[e.integration_id::text, e.seq::text] AS cursor FROM accounts a
    CROSS JOIN LATERAL (SELECT * FROM ledger_entries l
      WHERE l.integration_id = a.integration_id AND l.seq > CASE
        WHEN a.integration_id = ${id}::int THEN ${seq}::bigint
        ELSE (SELECT coalesce(min(n.seq), 9223372036854775807) - 1 FROM (
          SELECT f.seq FROM ledger_entries f
          WHERE f.integration_id = a.integration_id AND f.created_at >= ${from}::timestamptz
          ORDER BY f.created_at, f.seq LIMIT 1) n) END
      ORDER BY l.seq LIMIT ${size}) e
    WHERE a.integration_id >= ${id}::int ORDER BY a.integration_id, e.seq LIMIT ${size}`;
}

function recordsFrom(from: string): Slice {
  return ([at, id] = [from, '00000000-0000-0000-0000-000000000000'], size) => sql`
    SELECT *, ARRAY[created_at::text, id::text] AS cursor FROM query_records
    WHERE created_at >= ${at}::timestamptz AND (created_at, id) > (${at}::timestamptz, ${id}::uuid)
    ORDER BY created_at, id LIMIT ${size}`;
}

const SLICE_MS = 1_000;
const MAX_SLICE = 20_000;

/** Runs checks slice by slice. The first has `firstSize` rows, the others about a second's work. */
async function inSlices(
  db: Database,
  slice: Slice,
  checks: (rows: SQL) => SQL,
  add: (found: readonly LedgerProblem[]) => Promise<void>,
  firstSize = 1_000,
): Promise<number> {
  let [total, size] = [0, firstSize];
  for (let cursor: Cursor | undefined; ; ) {
    const startedAt = performance.now();
    const { rows, last, problems } = await check(db, slice(cursor, size), checks);
    await add(problems);
    total += rows;
    if (last === null) return total;
    cursor = last;
    const pace = SLICE_MS / (performance.now() - startedAt);
    size = Math.ceil(Math.min(MAX_SLICE, size * Math.min(2, pace)));
  }
}

/**
 * Runs checks over rows in one statement. `last` is the cursor of the last row, because a
 * materialised slice keeps its order.
 */
async function check(db: Database, rows: SQL, checks: (rows: SQL) => SQL) {
  const [row] = await db.execute<{ rows: number; last: Cursor | null; problems: unknown }>(sql`
    WITH slice AS MATERIALIZED (${rows}), found AS (${checks(sql`slice`)} LIMIT ${MAX_PROBLEMS})
    SELECT (SELECT count(*)::int FROM slice) AS rows,
      (SELECT to_jsonb(slice)->'cursor' FROM slice
        OFFSET greatest(0, (SELECT count(*) FROM slice) - 1)) AS last,
      (SELECT jsonb_agg(jsonb_build_object('rule', f.rule, 'integrationId', f.integration_id,
        'nombre', coalesce(i.nombre, ''), 'detail', f.detail, 'seq', f.seq, 'queryId', f.query_id))
        FROM found f LEFT JOIN integrations i ON i.id = f.integration_id) AS problems`);
  const problems = ledgerProblem.array().parse(row?.problems ?? []);
  return { rows: row?.rows ?? 0, last: row?.last ?? null, problems };
}
