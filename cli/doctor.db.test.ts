import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { taskRuns } from '@/db/schema/index';
import { freePort, listen } from '@/lib/base/process/free-port';
import { DAY_MS } from '@/lib/base/time/time';
import { runPasarela } from '@/testing/command';
import { ownDatabase } from '@/testing/database';
import { COMMON } from '@/testing/harness';
import { asOwner } from '@/testing/postgres';
import { sourcesAt } from '@/testing/sources';

const { databaseUrl, db } = await ownDatabase();

const databaseUrlFile = join(mkdtempSync(join(tmpdir(), 'doctor ')), 'database-url');
writeFileSync(databaseUrlFile, `${databaseUrl}\n`);
afterAll(() => rmSync(dirname(databaseUrlFile), { recursive: true }));

const source = createServer((_request, response) => response.writeHead(404).end());
const sourceUrl = `http://127.0.0.1:${await listen(source)}`;
afterAll(() => source.close());

beforeEach(() => {
  const variables = {
    APP_ENV: 'production',
    DATABASE_URL: '',
    NODE_EXTRA_CA_CERTS: '',
    DATABASE_URL_FILE: databaseUrlFile,
    PASARELA_SERVES: 'lookups',
    PROOF_KEY: '',
    ...COMMON,
    ...sourcesAt(sourceUrl),
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

/** Runs the doctor, and returns its exit code and what is not ok. */
async function findings() {
  const { code, out } = await runPasarela('doctor', '--json');
  const { checks }: { checks: { check: string; status: string; detail: string }[] } =
    JSON.parse(out);
  const bad = checks.filter(({ status }) => status !== 'ok');
  return { code, checks: checks.map(({ check }) => check), bad };
}

const finished = { startedAt: new Date(), finishedAt: new Date() };

it('finds nothing on a machine that lacks nothing', async () => {
  const result = { at: null, since: null, checked: {}, problems: [] };
  await db.insert(taskRuns).values({ name: 'retention', ...finished, result });
  const { code, checks, bad } = await findings();
  expect({ code, checks }).toEqual({
    code: 0,
    checks: [
      'environment',
      'database',
      'schema',
      'writes',
      'role',
      'clock',
      'keys',
      'partitions',
      'tasks',
      'ledger',
      'redis',
      'source renap',
      'source rtu',
      'source catalogos',
    ],
  });
  expect(bad.map(({ detail }) => detail)).toEqual(['not checked yet by an instance']);
});

it('names what is broken, and fails', async () => {
  vi.stubEnv('RTU_URL', `http://127.0.0.1:${await freePort()}`);
  await db.insert(taskRuns).values({ name: 'ledger_verify', ...finished, error: 'no such luck' });
  const months = await db.execute<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent = 'query_records'::regclass ORDER BY 1 OFFSET 2`,
  );
  await asOwner(databaseUrl, ...months.map(({ name }) => `DROP TABLE ${name}`));
  const { code, bad } = await findings();
  expect(code).toBe(1);
  expect(bad.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'partitions warning',
    'tasks failed',
    'ledger warning',
    'source rtu failed',
  ]);
});

it('names the tasks that have not run since the clock was ahead', async () => {
  await db.delete(taskRuns);
  const startedAt = new Date(Date.now() + 365 * DAY_MS);
  await db.insert(taskRuns).values([
    { name: 'detect', ...finished, startedAt },
    { name: 'retention', ...finished },
    { name: 'log_audit', startedAt },
  ]);
  const detail = "not run since the database's clock was ahead: detect";
  const tasks = async () => (await findings()).bad.find(({ check }) => check === 'tasks');
  expect(await tasks()).toMatchObject({ status: 'failed', detail });
  await db.update(taskRuns).set({ ...finished, result: { clockProblem: 'behind' } });
  expect(await tasks()).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('retention: deletes nothing, clock behind'),
  });
});

it('stops at a wrong environment or an absent database', async () => {
  vi.stubEnv('REDIS_URL', `redis://127.0.0.1:${await freePort()}`);
  vi.stubEnv('DATABASE_URL_FILE', '');
  vi.stubEnv('DATABASE_URL', `postgres://x:x@127.0.0.1:${await freePort()}/x`);
  expect((await findings()).bad.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'database failed',
    'redis warning',
  ]);
  vi.stubEnv('PORT', 'many');
  const { code, checks } = await findings();
  expect({ code, checks }).toEqual({ code: 1, checks: ['environment'] });
});

it('names the rights that the role lacks', async () => {
  const name = `"${decodeURIComponent(new URL(databaseUrl).username)}"`;
  await asOwner(databaseUrl, `REVOKE INSERT ON holds FROM ${name}`);
  const { bad } = await findings();
  await asOwner(databaseUrl, `GRANT INSERT ON holds TO ${name}`);
  expect(bad.find(({ check }) => check === 'database')?.detail).toMatch(
    /no_rights, INSERT on holds$/,
  );
});
