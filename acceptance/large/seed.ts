import postgres from 'postgres';
import { connectDatabase, connectSql } from '@/db/client';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { foldCounts } from '@/lib/statistics/fold';
import { forgetHours } from '@/lib/statistics/forget';
import { createTestIntegrations } from '@/testing/integration';
import { countsOf } from '@/testing/records';
import { createCustomers, createEndings, createQuestions, sealQuestions } from './choices';
import { monthTable } from './partitions';

export interface LargeOptions {
  readonly records: number;
  readonly integrations: number;
  /** Calendar months of records, the current one included. */
  readonly months: number;
  /** Days for which records keep what was asked, as retention leaves it. */
  readonly identifiersDays: number;
  /** Least number of ledger rows: top-ups older than the records make it up. */
  readonly ledger?: number | undefined;
}

/** The transaction that writes everything. */
export type Tx = postgres.TransactionSql<{ bigint: bigint }>;

/** The last query must have been settled by now. */
const LONGEST_QUERY_MS = 180_000;
/** Amount of each top-up, in 1/10000 quetzal: enough that no balance runs out. */
const TOP_UP = 10n ** 12n;
/** Refused requests beside recorded queries. */
const REFUSAL_SHARE = 0.03;

const VACUUMED = [
  'query_records',
  'ledger_entries',
  'integrations',
  'credentials',
  'accounts',
  'query_counts',
  'integration_days',
  'credential_days',
  'refusal_counts',
];

/**
 * Fills a database that has no query records: integrations, their ledgers, records with sealed
 * identifiers, refusals and statistics. Nothing else may use the database meanwhile.
 */
export async function seedLarge(
  ownerUrl: string,
  identifiersKey: string,
  options: LargeOptions,
  report: (line: string) => void = () => {},
): Promise<void> {
  const client = postgres(ownerUrl, {
    max: 1,
    onnotice: () => {},
    types: { bigint: postgres.BigInt },
    connection: { application_name: 'pasarela seed:large', jit: 'off' },
  });
  try {
    const present = await client`SELECT FROM query_records LIMIT 1`;
    if (present.length > 0) throw new Error('The database has query records already.');
    const made = await createTestIntegrations(ownerUrl, options.integrations, { saldo: 0n });
    const ids = made.map(({ id }) => id);
    await client.begin((tx) => fill(tx, { ids, identifiersKey, options, report }));
    report('statistics');
    await foldAll(ownerUrl);
    report('vacuuming');
    for (const table of VACUUMED) await client.unsafe(`VACUUM (ANALYZE) ${table}`);
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Folds the counts as the task of the app does, and forgets the hours that it would not keep. */
async function foldAll(databaseUrl: string): Promise<void> {
  const options = { max: 1, statementTimeoutMs: 600_000 };
  const sql = connectSql(databaseUrl, options);
  const db = connectDatabase(databaseUrl, options);
  try {
    await foldCounts(sql);
    await forgetHours(db);
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), db.$client.end({ timeout: 5 })]);
  }
}

interface Run {
  readonly ids: readonly number[];
  readonly identifiersKey: string;
  readonly options: LargeOptions;
  readonly report: (line: string) => void;
}

async function fill(tx: Tx, { ids, identifiersKey, options, report }: Run): Promise<void> {
  await tx`SET LOCAL maintenance_work_mem = '512MB'`;
  await tx`SET LOCAL work_mem = '256MB'`;
  const until = new Date(Date.now() - LONGEST_QUERY_MS);
  const starts = monthStarts(until, options.months);
  const [first = until] = starts;
  await createCustomers(tx, ids, first);
  await createEndings(tx);
  const vault = new IdentifierVault([identifiersKey]);
  const questions = await createQuestions(tx, vault);
  await tx`CREATE TEMP TABLE large_records (LIKE query_records INCLUDING DEFAULTS) ON COMMIT DROP`;
  const identifiersFrom = new Date(until.getTime() - options.identifiersDays * 86_400_000);
  const shareUntil = (end: Date) => (+end - +first) / (+until - +first);
  let done = 0;
  for (const [place, start] of starts.entries()) {
    report(`records of ${start.toISOString().slice(0, 7)}`);
    const month = await monthTable(tx, start.getTime());
    const end = starts[place + 1] ?? until;
    const count = Math.round(options.records * shareUntil(end)) - done;
    const draw = drawRecords({ customers: ids.length, questions });
    await tx.unsafe(draw, [start, end, count, identifiersFrom]);
    await sealQuestions(tx, vault);
    await tx`INSERT INTO ${tx(month.name)} SELECT * FROM large_records`;
    await tx`TRUNCATE large_records`;
    done += count;
    await month.finish();
  }
  report('ledger');
  await fillLedger(tx, first, options);
  report('refusals');
  await fillRefusals(tx, Math.round(options.records * REFUSAL_SHARE), first, until);
  await tx.unsafe(countsOf('true'));
}

function monthStarts(until: Date, months: number): Date[] {
  const [year, month] = [until.getUTCFullYear(), until.getUTCMonth()];
  return Array.from(
    { length: months },
    (_, place) => new Date(Date.UTC(year, month - months + 1 + place, 1)),
  );
}

/**
 * Draws $3 records between $1 and $2, with what was asked from $4 on. The square of a random
 * number prefers the first customers and questions.
 */
function drawRecords({ customers, questions }: Record<string, number>): string {
  return `
    INSERT INTO large_records (id, integration_id, credential_id, lookup, estado, status, ending,
      responsible, cause, duration_ms, source_ms, steps_ms, charged, identifiers, identifier_keys, request_id,
      created_at, settled_at)
    SELECT
      (substr(ms, 1, 8) || '-' || substr(ms, 9) || '-7' || substr(bits, 1, 3) || '-a' ||
        substr(bits, 4, 3) || '-' || substr(bits, 7, 12))::uuid,
      c.integration_id, c.credential_id, e.lookup, e.estado, e.status, e.ending,
      e.responsible, e.cause,
      CASE WHEN e.estado <> 'interrumpida' THEN took + 6 END,
      CASE WHEN e.estado <> 'interrumpida' THEN took END,
      CASE WHEN e.estado <> 'interrumpida' THEN ARRAY[0.2, 0.9, 0.2, 0.6, 2.1, took]::real[] END,
      CASE WHEN e.billed THEN c.tarifa ELSE 0 END,
      CASE WHEN at >= $4 THEN a.box END,
      CASE WHEN at >= $4 THEN a.keys ELSE '{}' END,
      gen_random_uuid()::text, at,
      at + CASE WHEN e.estado = 'interrumpida' THEN 96000 ELSE took + 8 END * interval '1 ms'
    FROM (
      SELECT *, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS ms,
        md5(random()::text) AS bits
      FROM (
        SELECT $1::timestamptz + random() * ($2::timestamptz - $1::timestamptz) AS at,
          floor(power(random(), 3) * ${customers})::int AS customer,
          floor(random() * 1000)::int AS ending,
          floor(power(random(), 2) * ${questions})::int AS question,
          -- A normal distribution: PostgreSQL 15 has no random_normal.
          sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS luck
        FROM generate_series(1, $3::int) OFFSET 0
      ) drawn OFFSET 0
    ) q
    JOIN large_customers c ON c.place = q.customer
    JOIN large_endings e ON e.slot = q.ending
    JOIN large_questions a ON a.place = q.question AND a.asks = e.asks
    CROSS JOIN LATERAL (SELECT least(28000, e.median_ms * exp(0.5 * luck))::int AS took) t`;
}

/** Writes the audit rows of the top-ups, which nothing signs: the ledger balances, the chain does not. */
function auditTopUps(tx: Tx) {
  return tx`
    INSERT INTO audit_log (at, actor, action, target, integration_id, before, after)
    SELECT e.created_at, e.actor, 'billing.top_up', i.nombre, i.id,
      jsonb_build_object('saldo', ((e.balance_after - e.amount) / 10000)::text || '.00'),
      jsonb_build_object('saldo', (e.balance_after / 10000)::text || '.00', 'entry', e.seq::text)
    FROM ledger_entries e JOIN integrations i ON i.id = e.integration_id
    WHERE e.kind = 'recarga' AND e.actor = 'seed' ORDER BY e.created_at`;
}

/** Writes top-ups older than the records, then a charge for each billed answer. */
async function fillLedger(tx: Tx, first: Date, { ledger = 0 }: LargeOptions): Promise<void> {
  const [row] = await tx<{ charges: number; customers: number }[]>`
    SELECT (SELECT count(*) FROM query_records WHERE charged > 0)::int AS charges,
      (SELECT count(*) FROM large_customers)::int AS customers`;
  const { charges = 0, customers = 1 } = row ?? {};
  const topUps = Math.max(customers, ledger - charges);
  await withoutIndexes(tx, 'ledger_entries', async () => {
    await tx`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, actor, created_at)
      SELECT integration_id, n, 'recarga', ${TOP_UP}::bigint, ${TOP_UP}::bigint * n, 'seed',
        ${first}::timestamptz - interval '1 minute' * (${topUps}::int - n)
      FROM large_customers CROSS JOIN LATERAL generate_series(1,
        ${Math.floor(topUps / customers)}::int
          + (place < ${topUps % customers}::int)::int) n`;
    await auditTopUps(tx);
    await tx`
      INSERT INTO ledger_entries (integration_id, seq, kind, amount, balance_after, query_id,
        query_created_at, actor, created_at)
      SELECT integration_id, t.seq + row_number() OVER w, 'cobro', -charged,
        t.saldo - sum(charged) OVER w, id, created_at, 'consulta', settled_at
      FROM query_records JOIN (
        SELECT integration_id, max(seq) AS seq, max(balance_after) AS saldo
        FROM ledger_entries GROUP BY 1) t USING (integration_id)
      WHERE charged > 0
      WINDOW w AS (PARTITION BY integration_id ORDER BY settled_at, id ROWS UNBOUNDED PRECEDING)`;
    await tx`
      UPDATE accounts a SET saldo = l.balance_after, ledger_seq = l.seq
      FROM (SELECT DISTINCT ON (integration_id) integration_id, seq, balance_after
        FROM ledger_entries ORDER BY integration_id, seq DESC) l
      WHERE a.integration_id = l.integration_id`;
    await tx`
      UPDATE accounts a SET spent_on = today, spent_day = s.day, spent_month = s.month
      FROM (SELECT integration_id, guatemala_date(now()) AS today, sum(-amount) AS month,
          coalesce(sum(-amount) FILTER (WHERE created_at >= guatemala_day(now())), 0) AS day
        FROM ledger_entries
        WHERE kind = 'cobro' AND created_at >= date_trunc('month',
          guatemala_date(now())::timestamp) AT TIME ZONE interval '-06:00'
        GROUP BY 1) s
      WHERE a.integration_id = s.integration_id`;
  });
}

/**
 * Drops the indexes, keys and foreign keys of a table while `run` fills it: building them over all
 * rows is several times faster than updating them with each row.
 */
async function withoutIndexes(tx: Tx, table: string, run: () => Promise<void>): Promise<void> {
  const definitions = await tx<{ drop: string; create: string }[]>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) AS create
    FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('p', 'u', 'f')
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index WHERE indrelid = ${table}::regclass AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)`;
  for (const { drop } of definitions) await tx.unsafe(drop);
  await run();
  for (const { create } of definitions) await tx.unsafe(create);
}

/** Writes requests that ended before their source; one in six has unknown credentials. */
async function fillRefusals(tx: Tx, count: number, first: Date, until: Date): Promise<void> {
  await tx`
    INSERT INTO refusal_counts (minute, integration_id, nombre, lookup, reason, refusals)
    SELECT date_trunc('minute', at), coalesce(c.integration_id, 0),
      CASE WHEN c.place IS NULL THEN 'prueba' ELSE '' END, e.lookup,
      CASE WHEN c.place IS NULL THEN 'credentials_unknown'
        ELSE (ARRAY['rate_limit', 'identifier_missing', 'input_invalid'])[1 + q.ending % 3] END,
      count(*)::int
    FROM (
      SELECT ${first}::timestamptz + random() * (${until}::timestamptz - ${first}::timestamptz) AS at,
        floor(random() * 1.2 * (SELECT count(*) FROM large_customers))::int AS customer,
        floor(random() * 1000)::int AS ending
      FROM generate_series(1, ${count}::int) OFFSET 0
    ) q
    LEFT JOIN large_customers c ON c.place = q.customer
    JOIN large_endings e ON e.slot = q.ending
    GROUP BY 1, 2, 3, 4, 5`;
}
