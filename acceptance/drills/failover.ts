import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Seen, summaryOf } from '@/acceptance/load/client';
import { withConnection } from '@/db/client';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { LOOKUPS_ALONE, ledgerProblems, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { Cluster, Ground, until } from './cluster';
import { steadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const PER_SECOND = 100;
/** Time after which the operator promotes the standby. */
const NOTICED_AFTER_MS = 2 * SECOND_MS;
const LONGEST_OUTAGE_MS = 10 * SECOND_MS;
/** Charges of answers that were not delivered are returned within this time. */
const RETURNED_WITHIN_MS = 2 * MINUTE_MS;

/**
 * Destroys the primary under load, over TLS, and promotes its synchronous standby. No 200 may lack
 * its record and charge, and service must return within seconds of the promotion.
 */
export function failover(print: Print): Promise<string[]> {
  return Ground.use((ground) => rehearse(ground, print));
}

async function rehearse(ground: Ground, print: Print): Promise<string[]> {
  const { authority, settings } = await certificates(ground);
  const primary = await Cluster.create(ground, 'primary', settings);
  const standby = await follow(ground, primary, settings);
  await using harness = await startHarness(
    { ...NO_LIMITS, ...LOOKUPS_ALONE },
    { url: primary.url, stop: async () => undefined },
  );
  await synchronous(primary);
  const caller = await createTestIntegration(primary.url, { saldo: 1_000_000_000n });
  const databaseUrl = bothAddresses(primary, standby, authority);
  const app = await harness.startApp({ DATABASE_URL: databaseUrl });
  const load = steadyLoad({ url: () => app.url, caller, perSecond: PER_SECOND });
  await pause(5 * SECOND_MS);
  const destroyedAt = performance.now();
  await primary.destroy();
  await pause(NOTICED_AFTER_MS);
  const promotedAt = performance.now();
  await standby.promote();
  await pause(LONGEST_OUTAGE_MS + 5 * SECOND_MS);
  const seen = await load.stop();
  print(`answers: ${summaryOf(seen)}`);
  const restored = firstAnswer(seen, promotedAt);
  print(`promoted ${Math.round(promotedAt - destroyedAt)} ms after the loss`);
  print(`answers again ${Math.round(restored - promotedAt)} ms after the promotion began`);
  const late = restored - promotedAt > LONGEST_OUTAGE_MS ? ['service returned too late'] : [];
  return [...late, ...(await sound(standby, seen))];
}

function bothAddresses(primary: Cluster, standby: Cluster, authority: string): string {
  const hosts = `localhost:${primary.port},localhost:${standby.port}`;
  const tls = `sslmode=verify-full&sslrootcert=${authority}`;
  return `${primary.url.replace(/127\.0\.0\.1:\d+/, hosts)}?target_session_attrs=read-write&${tls}`;
}

/** Makes a certificate for localhost, signed by an authority that no system knows. */
export async function certificates(ground: Ground, days = 2, sameAuthority = false) {
  const at = (name: string) => join(ground.folder, name);
  const request = (name: string, ...args: readonly string[]) => {
    const key = `-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days ${days}`;
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)];
    return promisify(execFile)('openssl', ['req', '-x509', ...key.split(' '), ...files, ...args]);
  };
  if (!sameAuthority) await request('ca', '-subj', '/CN=drill');
  const authority = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-subj', '/CN=localhost'];
  const extensions = '-addext subjectAltName=DNS:localhost -addext basicConstraints=CA:FALSE';
  await request('server', ...authority, ...extensions.split(' '));
  const own = async (name: string) =>
    ground.writeFile(`own-${name}`, await readFile(at(name), 'utf8'));
  const settings = {
    ssl: 'on',
    ssl_cert_file: await own('server.crt'),
    ssl_key_file: await own('server.key'),
  };
  return { authority: at('ca.crt'), settings };
}

async function follow(
  ground: Ground,
  primary: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const standby = await Cluster.empty(ground, 'standby');
  const source = primary.ownerUrl.replace(/\/pasarela$/, '/postgres');
  await ground.run('pg_basebackup', '-d', source, '-D', standby.data, '-R', '-X', 'stream');
  const { hostname, port, username, password } = new URL(source);
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
  await standby.start({
    ...settings,
    primary_conninfo: `${connection} application_name=standby`,
  });
  return standby;
}

/** Makes every commit wait for the standby. */
async function synchronous(primary: Cluster): Promise<void> {
  await withConnection(primary.ownerUrl, async (client) => {
    await client`ALTER SYSTEM SET synchronous_standby_names = 'standby'`;
    await client`SELECT pg_reload_conf()`;
    await until(async () => {
      const rows = await client`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`;
      return rows.length === 1;
    });
  });
}

/** Returns when the first request that was sent after a moment was answered with 200. */
function firstAnswer(seen: readonly Seen[], after: number): number {
  const answered = seen
    .filter(({ status, sentAt }) => status === 200 && sentAt > after)
    .map(({ sentAt, ms }) => sentAt + ms);
  return Math.min(...answered);
}

/** Waits until what is owed is returned, and lists what is broken then. */
async function sound(standby: Cluster, seen: readonly Seen[]): Promise<string[]> {
  const endsAt = performance.now() + RETURNED_WITHIN_MS;
  for (;;) {
    const unpaid = await unpaidAnswers(standby.url, seen);
    if (unpaid.length === 0 || performance.now() > endsAt) {
      return [...unpaid, ...(await ledgerProblems(standby.url))];
    }
    await pause(SECOND_MS);
  }
}
