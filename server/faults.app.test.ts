import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { withConnection } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { listen } from '@/lib/base/process/free-port';
import { SECOND_MS } from '@/lib/base/time/time';
import { parseJson } from '@/lib/base/values/json';
import { runPasarela } from '@/testing/command';
import { COMMON } from '@/testing/harness';
import {
  asOwner,
  createTestDatabase,
  migrateTestDatabase,
  startTestPostgres,
  TEMPLATE,
} from '@/testing/postgres';
import { startTestRedis } from '@/testing/redis';
import { sharedParts } from '@/testing/shared-parts';
import { sourcesAt } from '@/testing/sources';
import { projectRoot } from './paths';

/** Compares the first lines of a start and of the doctor with what each fault is, on real parts. */

const folder = await mkdtemp(join(tmpdir(), 'pasarela-faults-'));
await chmod(folder, 0o711);
const small = join(folder, 'small');
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const { sourcePort } = sharedParts();
const server = await startTestPostgres();
const redis = await startTestRedis();
/** Another program, which speaks HTTP. */
const taken = createServer((_request, response) => response.end());
const takenPort = await listen(taken);
afterAll(async () => {
  taken.closeAllConnections();
  taken.close();
  await Promise.all([redis.close(), server.stop()]);
  if (isRoot) execFileSync('umount', [small]);
  await rm(folder, { recursive: true, force: true });
});

await speakTls();
await migrateTestDatabase(await createTestDatabase(server.url, TEMPLATE));
const databaseUrl = await createTestDatabase(server.url, 'right', TEMPLATE);
const sealedUrl = await createTestDatabase(server.url, 'sealed', TEMPLATE);
await asOwner(
  sealedUrl,
  `INSERT INTO sealing_keys (purpose, key_id) VALUES ('identifiers', 'another')`,
  `INSERT INTO query_records (id, integration_id, credential_id, lookup, estado, status, ending,
     responsible, charged, identifiers, request_id, created_at)
   VALUES (gen_random_uuid(), 1, 1, 'renap', 'completada', 200, 'found', 'nobody', 0, 'x', 'r', now())`,
);
const changed = (change: (url: URL) => unknown) => {
  const url = new URL(databaseUrl);
  change(url);
  return { DATABASE_URL: url.href };
};
const { host } = new URL(databaseUrl);

/** Has the server speak TLS, with a certificate that nobody signed. */
async function speakTls(): Promise<void> {
  const files = ['-keyout', join(folder, 'server.key'), '-out', join(folder, 'server.crt')];
  const made = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=127.0.0.1'];
  const named = ['-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...made, ...named, ...files], { stdio: 'ignore' });
  for (const name of ['server.key', 'server.crt']) {
    const text = (await readFile(join(folder, name), 'utf8')).trim();
    // The server's own account owns the file, and nobody else reads the key.
    await asOwner(
      server.url,
      `COPY (SELECT unnest(string_to_array('${text}', E'\\n'))) TO PROGRAM 'umask 077; cat > ${name}'`,
    );
  }
  await asOwner(server.url, 'ALTER SYSTEM SET ssl = on', 'SELECT pg_reload_conf()');
}

const RIGHT = {
  APP_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PASARELA_SERVES: 'lookups',
  PROOF_KEY: '',
  ...COMMON,
  ...sourcesAt(`http://127.0.0.1:${sourcePort}`),
};
const PAGES = { PASARELA_SERVES: 'pages' };
const MAIL = { MAIL_FROM: 'avisos@pasarela.example' };
const SECRET = 's3cret';
const STARTS = /^started/;
const ENDED = 'start_failed';
const NOTHING = /^$/;

type Fault = readonly [
  name: string,
  changes: Readonly<Record<string, string>>,
  start: RegExp,
  doctor: RegExp,
];

const refused = (detail: string): RegExp => new RegExp(`^${ENDED}.*${detail}`, 's');
const both = (name: string, changes: Fault[1], detail: string): Fault => {
  const checks = 'environment|database|role|keys|TMPDIR';
  return [name, changes, refused(detail), new RegExp(`^(?:${checks}) failed: .*${detail}`)];
};

const FAULTS: readonly Fault[] = [
  ['no fault', {}, STARTS, NOTHING],
  both(
    'the port of the database',
    changed((url) => (url.port = '1')),
    '127.0.0.1:1\\): connect ECONNREFUSED',
  ),
  both(
    'a program that is no database',
    changed((url) => (url.port = String(takenPort))),
    `127.0.0.1:${takenPort}\\): PostgreSQL begins no session`,
  ),
  both(
    'its password',
    changed((url) => (url.password = SECRET)),
    `DATABASE_URL \\(${host}\\): password authentication failed`,
  ),
  both(
    'its name',
    changed((url) => (url.pathname = '/none')),
    `${host}\\): database "none" does not exist`,
  ),
  both(
    'its TLS',
    changed((url) => (url.search = 'sslmode=verify-full')),
    `${host}\\): self-signed certificate`,
  ),
  both(
    'its file of authorities',
    changed((url) => (url.search = `sslmode=verify-full&sslrootcert=${folder}/ca.pem`)),
    `${host}\\): ENOENT.*ca.pem`,
  ),
  [
    'a database that is not migrated',
    changed((url) => (url.pathname = '/pasarela')),
    refused('The schema is older than this build: run pasarela db migrate'),
    /^schema failed: older than this build: run pasarela db migrate/,
  ],
  both(
    'a role that owns the tables',
    { DATABASE_URL: ownerUrlOf(databaseUrl) },
    'could change the schema',
  ),
  both('Redis in the clear', { REDIS_URL: 'redis://redis.example:6379' }, 'REDIS_URL must use TLS'),
  both('a missing secret', { IDENTIFIERS_KEY: '' }, 'IDENTIFIERS_KEY is missing'),
  both(
    'a misspelt variable',
    { LIMIT_CATALAGOS: '5' },
    'LIMIT_CATALAGOS is no setting: write LIMIT_CATALOGOS',
  ),
  both('the hops of proxies', { TRUSTED_PROXY_HOPS: '' }, 'TRUSTED_PROXY_HOPS is missing'),
  // The doctor runs beside an instance, which has the port.
  [
    'a taken port of probes',
    { OPS_PORT: String(takenPort) },
    refused(`Port ${takenPort}.*OPS_PORT`),
    NOTHING,
  ],
  both('the folder of temporary files', { ...PAGES, TMPDIR: '/nonexistent' }, '/nonexistent'),
  [
    'a Redis that is down',
    { REDIS_URL: 'redis://127.0.0.1:1' },
    /^limits_degraded.*REDIS_URL \(127\.0\.0\.1:1\): connect ECONNREFUSED/,
    /^redis warning: .*ECONNREFUSED/,
  ],
  [
    'the password of Redis',
    { REDIS_URL: redis.url.replace('//', `//nobody:${SECRET}@`) },
    /^limits_degraded.*WRONGPASS/,
    /^redis warning: .*WRONGPASS/,
  ],
  [
    'the host of a source',
    { RENAP_URL: 'http://renap.invalid' },
    STARTS,
    /^source renap failed: .*renap\.invalid/,
  ],
  // Only a billed query could find out.
  ['the token of a source', { RENAP_TOKEN: SECRET }, STARTS, NOTHING],
  both('the key of identifiers', { DATABASE_URL: sealedUrl }, 'lacks the key another'),
  // Nothing is sealed under the right one.
  [
    'a key that sealed nothing',
    { ...PAGES, SECOND_FACTOR_KEY: 'only-for-tests-and-measurements-1029384756' },
    STARTS,
    NOTHING,
  ],
  [
    'a mail server that is down',
    { ...PAGES, ...MAIL, SMTP_URL: 'smtp://127.0.0.1:1' },
    STARTS,
    /^mail failed: 127\.0\.0\.1:1: .*ECONNREFUSED/,
  ],
  [
    'a file of further authorities',
    { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') },
    STARTS,
    /^NODE_EXTRA_CA_CERTS failed: ENOENT.*ca\.pem/,
  ],
];

const lineSchema = z.object({
  event: z.string(),
  cause: z.string().optional(),
  url: z.string().optional(),
  err: z.object({ message: z.string(), stack: z.string().optional() }).optional(),
});

/** All that a line tells of an error: its message, once. */
const textOf = (err: z.infer<typeof lineSchema>['err']) => err && Object.values(err).join(' ');

const LATE = 'it did not answer in time';

/** Starts the server until it says something that matters, and returns that line. */
async function firstLine(variables: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_DELAY_MS: '0',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const wanted = variables.REDIS_URL?.includes('127.0.0.1') ? 'limits_degraded' : 'started';
  let line = '';
  let asking: NodeJS.Timeout | undefined;
  for await (const printed of createInterface({ input: child.stdout })) {
    const { event = '', err, cause, url } = lineSchema.safeParse(parseJson(printed)).data ?? {};
    // A lookup asks Redis, whose answer may come too late on a busy machine: then the next one says why.
    const ask = () => fetch(`${url}/rtu/nits`, { method: 'POST' }).catch(() => undefined);
    if (event === 'started' && event !== wanted) asking = setInterval(ask, SECOND_MS / 2);
    if ((event !== wanted && event !== ENDED) || cause === LATE) continue;
    line ||= `${event} ${textOf(err) ?? cause ?? ''}`;
    child.kill();
  }
  clearInterval(asking);
  await exited;
  return line;
}

/** Returns the first line of the doctor that is not ok. */
async function firstFinding(variables: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { out } = await runPasarela('doctor', '--json').finally(() => vi.unstubAllEnvs());
  const { checks }: { checks: { check: string; status: string; detail: string }[] } =
    JSON.parse(out);
  const bad = checks.find(
    ({ status, check }) => status !== 'ok' && !['tasks', 'ledger'].includes(check),
  );
  return bad === undefined ? '' : `${bad.check} ${bad.status}: ${bad.detail}`;
}

describe('the start and the doctor name the fault', () => {
  it.each(FAULTS)('%s', async (_name, changes, start, doctor) => {
    const variables = { ...RIGHT, ...changes };
    const [line, finding] = await Promise.all([firstLine(variables), firstFinding(variables)]);
    expect(line).toMatch(start);
    expect(finding).toMatch(doctor);
    expect(line + finding).not.toContain(SECRET);
  });

  it.runIf(isRoot)('a disk that is full (Linux, as root)', async () => {
    await mkdir(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', small]);
    const [row] = await withConnection(
      ownerUrlOf(server.url),
      (client) => client<{ at: string }[]>`SELECT setting AS at FROM pg_settings
        WHERE name = 'data_directory'`,
    );
    const { uid, gid } = await stat(row?.at ?? '');
    await chown(small, uid, gid);
    await asOwner(
      server.url,
      `CREATE TABLESPACE small LOCATION '${small}'`,
      `CREATE DATABASE full_disk TEMPLATE "${TEMPLATE}" TABLESPACE small`,
    );
    const { DATABASE_URL } = changed((url) => (url.pathname = '/full_disk'));
    await asOwner(DATABASE_URL, 'CREATE SCHEMA filling', 'CREATE TABLE filling.filler (text text)');
    const fill = `INSERT INTO filling.filler SELECT repeat('x', 900) FROM generate_series(1, 100000)`;
    await expect(asOwner(DATABASE_URL, fill)).rejects.toThrow('No space left on device');
    const variables = { ...RIGHT, DATABASE_URL };
    expect(await firstLine(variables)).toMatch(refused('No space left on device'));
    expect(await firstFinding(variables)).toMatch(/^writes failed: .*No space left on device/);
  });
});
