import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { request } from 'undici';
import { type Setup, withDatabase } from '@/acceptance/bench/console/setup';
import { printVerdict } from '@/acceptance/bench/report';
import { pagesProcessOf, residentBytes, watchMemory } from '@/testing/proc';
import { exportBody, type SignedIn } from '@/testing/signed-in';

/** Days with about a million of the ten million records. */
const DAYS = 30;
/** Longest time of the export, as a multiple of the database's own copy. */
const LIMIT = 3;
const GROWTH_LIMIT_BYTES = 100_000_000;

/** Compares an export with the database's own copy of the same rows. True when limits are met. */
export async function printExport(setup: Setup, user: SignedIn): Promise<boolean> {
  const { rows, exportMs, copyMs, grownBytes } = await measureExport(setup, user);
  const ratio = exportMs / copyMs;
  const inTime = printVerdict(
    ratio <= LIMIT,
    `${rows} records exported in ${exportMs.toFixed(0)} ms; the database's own copy takes ` +
      `${copyMs.toFixed(0)} ms: ${ratio.toFixed(2)} times (≤ ${LIMIT})`,
  );
  const small = printVerdict(
    grownBytes <= GROWTH_LIMIT_BYTES,
    `${(grownBytes / 1e6).toFixed(0)} MB of memory for it (≤ ${GROWTH_LIMIT_BYTES / 1e6})`,
  );
  return inTime && small;
}

/** `grownBytes`: growth of the pages process's resident memory, at its peak. */
async function measureExport(setup: Setup, user: SignedIn) {
  // The first copy reads what the others find in memory.
  await copyToFile(setup.databaseUrl);
  const pagesPid = await pagesProcessOf(setup.app.pid);
  const before = await residentBytes(pagesPid);
  const peakOf = watchMemory(pagesPid);
  try {
    const { rows, ms } = await exported(setup, user);
    const copyMs = await copyToFile(setup.databaseUrl);
    return { rows, exportMs: ms, copyMs, grownBytes: peakOf() - before };
  } finally {
    peakOf();
  }
}

async function exported({ app }: Setup, { cookie }: SignedIn) {
  const startedAt = performance.now();
  const { statusCode, headers, body } = await request(`${app.url}/console/queries/export.csv`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: exportBody(`period=${DAYS}d`),
  });
  let lines = 0;
  for await (const chunk of body) lines += countLines(Buffer.from(chunk));
  const rows = Number(headers['x-total-rows']);
  // One more for the head of the table.
  if (statusCode !== 200 || lines !== rows + 1) {
    throw new Error(`The export answered ${statusCode} with ${lines} lines instead of ${rows}.`);
  }
  return { rows, ms: performance.now() - startedAt };
}

const LINE_FEED = 10;

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}

/** The same rows and columns in the same order, written by the server itself. */
async function copyToFile(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (db) => {
    const [server] = await db.execute<{ folder: string }>(
      sql`SELECT current_setting('data_directory') AS folder`,
    );
    const file = `${server?.folder}/bench-export.csv`;
    const startedAt = performance.now();
    await db.execute(sql`
      COPY (SELECT r.created_at, i.nombre, r.lookup, r.estado, r.status, r.ending, r.cause,
          r.duration_ms, r.source_ms, r.charged, r.request_id, r.id, r.identifiers IS NULL
        FROM query_records r JOIN integrations i ON i.id = r.integration_id
        WHERE r.created_at >= guatemala_day(now() - make_interval(days => ${sql.raw(String(DAYS))}))
        ORDER BY r.created_at DESC, r.id DESC)
      TO ${sql.raw(`'${file.replaceAll("'", "''")}'`)} (FORMAT csv)`);
    const ms = performance.now() - startedAt;
    await rm(file);
    return ms;
  });
}
