import postgres from 'postgres';
import { formatQuetzales } from '@/lib/money';
import type { IdentifierVault } from '@/lib/recording/identifiers';
import { Book, type Entry } from './book';
import { type Customer, planCustomers } from './customers';
import { type AuditEntry, auditOf, insertAccounts, insertIntegrations } from './integrations';
import type { LargeOptions } from './options';
import { monthTable, oldestPartitionMs } from './partitions';
import { Queries } from './queries';
import { Random } from './random';
import { fillRefusals } from './refusals';
import { DAY_MS, type Hour, hoursOf, monthStarts } from './rhythm';
import { ENTRY_COLUMNS, entryRow, type Ids, instantText, RECORD_COLUMNS, recordRow } from './rows';
import { countRecords } from './statistics';
import { copyRows, type Tx, withoutIndexes } from './store';
import { Taxpayers } from './taxpayers';

/** The database is not one to be filled; the message is for people. */
export class Unfit extends Error {}

export interface Filled {
  readonly records: number;
  readonly entries: number;
  readonly integrations: number;
  /** Names from the most to the least busy. */
  readonly busiest: readonly string[];
}

type Report = (line: string) => void;

/** What the parts of one run share. */
interface Run {
  readonly tx: Tx;
  readonly options: LargeOptions;
  readonly customers: readonly Customer[];
  readonly taxpayers: Taxpayers;
  readonly hours: readonly Hour[];
  readonly ids: Ids;
  readonly report: Report;
}

/**
 * Fills a database with plausible data: integrations, their ledgers, query records with sealed
 * identifiers, refusals and statistics. One transaction: all of it or nothing. Nothing else may use
 * the database meanwhile. Throws {@link Unfit}.
 */
export async function seedLarge(
  databaseUrl: string,
  vault: IdentifierVault,
  options: LargeOptions,
  report: Report = () => {},
): Promise<Filled> {
  const client = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    connection: { application_name: 'pasarela seed:large', jit: 'off' },
  });
  try {
    const filled = await client.begin((tx) => fill(tx, vault, options, report));
    report('vacuuming');
    for (const table of VACUUMED) await client.unsafe(`VACUUM (ANALYZE) ${table}`);
    return filled;
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Everything that was filled; of the partitioned table its parts and then itself. */
const VACUUMED = [
  ...['query_records', 'ledger_entries', 'integrations', 'credentials', 'accounts', 'tariffs'],
  ...['query_counts', 'integration_days', 'credential_days', 'refusal_counts', 'audit_log'],
];

async function fill(
  tx: Tx,
  vault: IdentifierVault,
  options: LargeOptions,
  report: Report,
): Promise<Filled> {
  await assertFit(tx, options);
  await tx`SET LOCAL maintenance_work_mem = '512MB'`;
  await tx`SET LOCAL work_mem = '256MB'`;
  const names = await tx<{ nombre: string }[]>`SELECT nombre FROM integrations`;
  const customers = planCustomers(options, new Set(names.map(({ nombre }) => nombre)));
  report('sealing identifiers');
  const taxpayers = new Taxpayers(vault, new Random(options.seed, 'taxpayers'), options.records);
  const ids = await insertIntegrations(tx, customers);
  const run = { tx, options, customers, taxpayers, hours: hoursOf(options), ids, report };
  const { book, audited } = await withoutIndexes(tx, 'ledger_entries', async () => {
    const written = await fillRecords(run);
    const { seed, until } = options;
    await insertAccounts(tx, customers, written.book, ids, { seed, untilMs: until });
    report('indexing the ledger');
    return written;
  });
  report('refusals and the audit log');
  await fillRefusals(tx, options, customers, run.hours, ids);
  await fillAudit(run, audited);
  report('statistics');
  const firstIntegrationId = Math.min(...ids.integration);
  await countRecords(tx, { firstIntegrationId, untilMs: options.until });
  return {
    records: options.records,
    entries: book.entries,
    integrations: customers.length,
    busiest: [...customers].sort((a, b) => b.weight - a.weight).map(({ nombre }) => nombre),
  };
}

async function assertFit(tx: Tx, { add }: LargeOptions): Promise<void> {
  const [schema] = await tx<{ there: boolean }[]>`
    SELECT to_regclass('query_counts') IS NOT NULL AS there`;
  if (!schema?.there) throw new Unfit('The database has no schema: run `db migrate` first.');
  const records = await tx`SELECT FROM query_records LIMIT 1`;
  if (records.length > 0 && !add) {
    throw new Unfit('The database has query records already: --add adds to them.');
  }
}

interface Written {
  readonly book: Book;
  readonly audited: readonly AuditEntry[];
}

/** Records and ledger, month by month. */
async function fillRecords(run: Run): Promise<Written> {
  const { tx, options, customers, hours, ids, report } = run;
  const starts = monthStarts(options);
  const older = await olderEntries(run);
  const audited = customers.flatMap(auditOf);
  let rows: string[] = [];
  const book = new Book(options, customers, (entry) => {
    if (entry.kind === 'recarga') audited.push(auditOfTopUp(entry));
    rows.push(entryRow(entry, ids));
  });
  const flush = async () => {
    const flushed = rows;
    rows = [];
    await copyRows(tx, `ledger_entries (${ENTRY_COLUMNS})`, flushed);
  };
  book.older(older, await oldestMs(run));
  await flush();
  const queries = new Queries(options, customers, run.taxpayers);
  for (const [place, startMs] of starts.entries()) {
    const nextMs = starts[place + 1] ?? Number.POSITIVE_INFINITY;
    const ofMonth = hours.filter((hour) => hour.startMs >= startMs && hour.startMs < nextMs);
    const month = await monthTable(tx, startMs);
    for (const part of inSlices(ofMonth)) {
      const rowsOfPart = recordRows(run, part, queries, book);
      await copyRows(tx, `${month.name} (${RECORD_COLUMNS})`, rowsOfPart, month.copyOptions);
      await flush();
    }
    await month.finish();
    const count = ofMonth.reduce((sum, hour) => sum + hour.queries, 0);
    report(
      `${new Date(startMs).toISOString().slice(0, 7)}: ${count} records, ${book.entries} ledger entries in all`,
    );
  }
  book.finish(options.until * 1_000, options.ledger ?? 0);
  await flush();
  return { book, audited };
}

function* recordRows(
  { options, ids }: Run,
  hours: readonly Hour[],
  queries: Queries,
  book: Book,
): Generator<string> {
  const sealedFromMs = options.until - options.identifiersDays * DAY_MS;
  for (const hour of hours) {
    const sealed = hour.startMs >= sealedFromMs;
    for (const query of queries.of(hour)) {
      if (query.billed) book.charge(query);
      yield recordRow(query, ids, sealed);
    }
  }
}

const SLICE_RECORDS = 200_000;
/** Left for the small top-ups at the end, which make the number exact. */
const SPARE_ENTRIES = 50;

/** Hours in a row with about so many records that their ledger entries fit into memory meanwhile. */
function inSlices(hours: readonly Hour[]): Hour[][] {
  const slices: Hour[][] = [];
  let records = SLICE_RECORDS;
  for (const hour of hours) {
    if (records >= SLICE_RECORDS) {
      slices.push([]);
      records = 0;
    }
    slices.at(-1)?.push(hour);
    records += hour.queries;
  }
  return slices;
}

/** Before it no record is expected any more. */
async function oldestMs({ tx, options }: Run): Promise<number> {
  const [startMs = options.until] = monthStarts(options);
  return Math.min(startMs, (await oldestPartitionMs(tx)) ?? startMs);
}

/**
 * How many entries older than the records the ledger needs, found by drawing everything beforehand:
 * twice, because what the older ones leave moves the top-ups after them.
 */
async function olderEntries(run: Run): Promise<number> {
  const { options, hours, report } = run;
  if (options.ledger === undefined) return 0;
  report('counting ledger entries');
  const beforeMs = await oldestMs(run);
  let older = 0;
  for (let pass = 0; pass < 2; pass += 1) {
    const book = new Book(options, run.customers, () => {});
    const queries = new Queries(options, run.customers, run.taxpayers);
    book.older(older, beforeMs);
    for (const hour of hours) {
      for (const query of queries.of(hour)) if (query.billed) book.charge(query);
    }
    book.finish(options.until * 1_000, 0);
    older = Math.max(0, older + options.ledger - book.entries);
  }
  return Math.max(0, older - SPARE_ENTRIES);
}

function auditOfTopUp({ customer, amount, balanceAfter, actor, atUs, nota }: Entry): AuditEntry {
  const text = (saldo: number) => formatQuetzales(BigInt(saldo));
  const before = { saldo: text(balanceAfter - amount) };
  const after = { saldo: text(balanceAfter), ...(nota === null ? {} : { nota }) };
  const target = customer.nombre;
  return { atUs, actor, action: 'billing.top_up', customer, target, before, after };
}

const AUDIT_COLUMNS = 'at, actor, action, integration_id, target, before, after, address';

async function fillAudit({ tx, ids }: Run, entries: readonly AuditEntry[]): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.atUs - b.atUs);
  const json = (value: unknown) => (value === null ? '\\N' : JSON.stringify(value));
  const rows = inOrder.map(({ atUs, actor, action, customer, target, before, after }) =>
    [
      ...[instantText(atUs), actor, action, ids.integration[customer.place] ?? 0, target],
      ...[json(before), json(after), '203.0.113.20'],
    ].join('\t'),
  );
  await copyRows(
    tx,
    `audit_log (${AUDIT_COLUMNS})`,
    rows.map((row) => `${row}\n`),
  );
}
