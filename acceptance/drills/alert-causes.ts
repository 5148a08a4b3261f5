import { execFile } from 'node:child_process';
import { rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { SECOND_MS } from '@/lib/base/time/time';
import { projectRoot } from '@/server/paths';
import type { TestApp } from '@/testing/app';
import { addFault, type Harness } from '@/testing/harness';
import { asOwner } from '@/testing/postgres';
import { pagesProcessOf } from '@/testing/proc';
import { startProgram } from '@/testing/program';
import type { startTestRedis } from '@/testing/redis';
import type { Cluster, Ground } from './cluster';
import { certificates } from './failover';

const run = promisify(execFile);

export const MAX_CONNECTIONS = 40;

export interface Scene {
  readonly ground: Ground;
  readonly cluster: Cluster;
  /** Settings of the server. */
  readonly settings: Readonly<Record<string, string>>;
  readonly harness: Harness;
  readonly app: TestApp;
  readonly redis: Awaited<ReturnType<typeof startTestRedis>>;
  readonly machine: Awaited<ReturnType<typeof startNodeExporter>>;
}

/** Brings a cause about, and returns what ends it. */
export type Cause = (scene: Scene) => Promise<() => Promise<unknown>>;

const statements =
  (cause: string[], undo: string[]): Cause =>
  async ({ cluster: { url } }) => {
    await asOwner(url, ...cause);
    return () => asOwner(url, ...undo);
  };

const fault =
  (behaviour: string, more: object = {}): Cause =>
  async ({ harness: { sourceUrl } }) => {
    await addFault(sourceUrl, { behaviour, lookup: 'cui-nit', ...more });
    return () => fetch(`${sourceUrl}/_control/faults`, { method: 'DELETE' });
  };

/** Makes rows, and keeps them locked as a forgotten session does. */
const locked =
  (make: string, lock: string): Cause =>
  async ({ cluster }) => {
    await asOwner(cluster.url, make);
    const session = postgres(cluster.ownerUrl, { max: 1 });
    await session.unsafe('BEGIN');
    await session.unsafe(`${lock} FOR UPDATE`);
    return () => session.end();
  };

function repeatedly(work: () => Promise<unknown>): () => Promise<void> {
  let ended = false;
  const running = (async () => {
    while (!ended) await work();
  })();
  return () => {
    ended = true;
    return running;
  };
}

/** Breaks what a task verifies every five minutes, and has it verified at once. */
const broken = (task: string, cause: string[], undo: string[]): Cause => {
  const due = (more: string) =>
    `UPDATE task_runs SET started_at = started_at - interval '1 hour'${more} WHERE name = '${task}'`;
  // Without a last result the ledger is verified as a whole.
  return statements([...cause, due(', result = NULL')], [...undo, due('')]);
};

const changeable = (change: string) => [
  'ALTER TABLE audit_log DISABLE TRIGGER USER',
  change,
  'ALTER TABLE audit_log ENABLE TRIGGER USER',
];

const WRITE_A_SEGMENT = [
  "SELECT pg_logical_emit_message(false, 'drill', repeat('x', 1000000))",
  'SELECT pg_switch_wal()',
];

/** Leaks memory on a signal, until the next one. */
export const LEAKING = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
    let leak;
    process.on('SIGUSR2', () => {
      leak = leak === undefined ? Buffer.alloc(1.3e9, 1) : undefined;
      globalThis.gc();
    });`)}`,
};

/** Causes of the alerts, except the loss of the instance, which ends the drill. */
export const CAUSES: Readonly<Record<string, Cause>> = {
  PasarelaErrorBudgetSlow: fault('status-401', { share: 0.005, seed: 1 }),
  PasarelaDatabaseSessionsHigh: async ({ cluster, ground }) => {
    const others = MAX_CONNECTIONS - 18;
    const client = postgres(cluster.ownerUrl, { max: others });
    ground.onClose(() => client.end());
    await Promise.all(Array.from({ length: others }, () => client`SELECT pg_sleep(1)`));
    return () => client.end();
  },
  PasarelaLimitsDegraded: async ({ redis }) => {
    await redis.kill();
    return redis.start;
  },
  PasarelaArchiveFailing: async ({ ground, cluster }) => {
    const full = await ground.writeFile('archive-is-full', '');
    await asOwner(cluster.url, ...WRITE_A_SEGMENT);
    return () => rm(full);
  },
  PasarelaReplicationBehind: statements(
    [
      "SELECT pg_create_physical_replication_slot('gone', true)",
      ...Array.from({ length: 18 }, () => WRITE_A_SEGMENT).flat(),
    ],
    ["SELECT pg_drop_replication_slot('gone')"],
  ),
  PasarelaCertificateExpiring: async ({ ground, cluster }) => {
    const renewed = async (days: number) => {
      // The authority stays: the app has read it.
      await certificates(ground, days, true);
      await asOwner(
        cluster.url,
        'SELECT pg_reload_conf()',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pasarela'",
      );
    };
    await renewed(2);
    return () => renewed(90);
  },
  PasarelaDiskLow: async ({ machine: { disk } }) => {
    const { bavail, bsize } = await statfs(disk);
    await run('fallocate', ['-l', String(Math.floor(bavail * bsize * 0.95)), join(disk, 'full')]);
    return () => rm(join(disk, 'full'));
  },
  PasarelaBackupOld: async ({ machine: { tellBackup } }) => {
    await tellBackup(37);
    return () => tellBackup(0);
  },
  PasarelaLedgerBroken: broken(
    'ledger_verify',
    ['UPDATE accounts SET saldo = saldo + 1 WHERE saldo = 1'],
    ['UPDATE accounts SET saldo = saldo - 1 WHERE saldo = 2'],
  ),
  PasarelaAuditBroken: broken(
    'audit_verify',
    [
      'CREATE TABLE removed AS SELECT * FROM audit_log WHERE id = (SELECT max(audit_id) FROM audit_heads)',
      ...changeable('DELETE FROM audit_log WHERE id IN (SELECT id FROM removed)'),
    ],
    ['INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM removed', 'DROP TABLE removed'],
  ),
  PasarelaHoldsStuck: locked(
    `INSERT INTO holds SELECT gen_random_uuid(), integration_id, credential_id, lookup, 0, '', '{}', 'dead',
        now() - interval '4 minutes', now() - interval '2 minutes' FROM query_records
      WHERE credential_id IS NOT NULL LIMIT 1`,
    "SELECT FROM holds WHERE request_id = 'dead'",
  ),
  PasarelaSettlementsUnresolved: locked(
    `INSERT INTO undelivered_answers SELECT query_id, now() - interval '6 minutes'
      FROM ledger_entries WHERE kind = 'cobro' LIMIT 1`,
    'SELECT FROM undelivered_answers',
  ),
  PasarelaTaskStale: statements(
    ["UPDATE task_runs SET finished_at = now() - interval '1 day' WHERE name = 'retention'"],
    ["UPDATE task_runs SET finished_at = now() WHERE name = 'retention'"],
  ),
  PasarelaTaskFailing: statements(
    ['REVOKE DELETE ON pending_counts FROM pasarela_app'],
    ['GRANT DELETE ON pending_counts TO pasarela_app'],
  ),
  PasarelaPartitionsLow: statements(
    [
      `DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relname > 'query_records_'
          || to_char(now() + interval '1 month', 'YYYY_MM') AND relname LIKE 'query_records_2%'
        LOOP EXECUTE 'DROP TABLE ' || name; END LOOP; END $$`,
    ],
    ['SELECT ensure_query_record_partitions(3)'],
  ),
  // Nobody set SMTP_URL.
  PasarelaNoticesWaiting: statements(
    [
      `WITH notice AS (INSERT INTO notices
          VALUES (gen_random_uuid(), 'balance.low', NULL, now(), '{}', 'drill') RETURNING id),
        target AS (INSERT INTO notice_targets (channel, address, state, created_by)
          VALUES ('email', 'drill@example.gt', 'active', 'drill') RETURNING id)
      INSERT INTO notice_deliveries (notice_id, target_id, next_at)
        SELECT notice.id, target.id, now() - interval '16 minutes' FROM notice, target`,
    ],
    ["UPDATE notice_deliveries SET state = 'dropped'"],
  ),
  PasarelaClockApart: async ({ cluster, settings }) => {
    await cluster.stop();
    const preload = 'LD_PRELOAD=/usr/$LIB/faketime/libfaketime.so.1';
    await cluster.start(settings, ['env', preload, 'FAKETIME=+5s']);
    return async () => {
      await cluster.stop();
      await cluster.start(settings);
    };
  },
  PasarelaCircuitOpen: fault('reset'),
  PasarelaBulkheadFull: fault('gate'),
  PasarelaSourceFailing: fault('status-500'),
  PasarelaLookupsSlow: async ({ cluster }) => {
    const report = postgres(cluster.ownerUrl, { max: 1 });
    const stop = repeatedly(() =>
      report.begin(async (tx) => {
        await tx`SELECT FROM accounts FOR UPDATE`;
        await tx`SELECT pg_sleep(0.6)`;
      }),
    );
    return () => stop().then(() => report.end());
  },
  // Before the next cause, after which the pauses between starts are long.
  PasarelaPagesRestarting: async ({ app }) => {
    for (let exit = 0; exit < 5; exit += 1) {
      const pages = await pagesProcessOf(app.pid);
      process.kill(pages, 'SIGKILL');
      while ((await pagesProcessOf(app.pid)) === pages) await pause(50);
    }
    return async () => undefined;
  },
  PasarelaPagesDown: async ({ app }) => {
    const file = join(projectRoot, '.next', 'BUILD_ID');
    await rename(file, `${file}.gone`);
    process.kill(await pagesProcessOf(app.pid), 'SIGKILL');
    return () => rename(`${file}.gone`, file);
  },
  // Refused lookups fill what is kept of the log.
  PasarelaLogDropped: async ({ app }) => {
    app.read(false);
    const ask = async () => {
      const response = await fetch(`${app.url}/catalogos/cui-nit`, { method: 'POST' });
      await response.text();
    };
    const stop = repeatedly(() => Promise.all(Array.from({ length: 32 }, ask)));
    return () => stop().then(() => app.read(true));
  },
  PasarelaEventLoopLate: async ({ app }) => {
    return repeatedly(async () => {
      process.kill(app.pid, 'SIGSTOP');
      await pause(400);
      process.kill(app.pid, 'SIGCONT');
      await pause(300);
    });
  },
  PasarelaMemoryHigh: async ({ app }) => {
    process.kill(app.pid, 'SIGUSR2');
    return async () => process.kill(app.pid, 'SIGUSR2');
  },
  PasarelaErrorBudgetFast: statements(
    ['REVOKE INSERT ON holds FROM pasarela_app'],
    ['GRANT INSERT ON holds TO pasarela_app'],
  ),
  PasarelaNoStandby: statements(
    ["ALTER SYSTEM SET synchronous_standby_names = 'gone'", 'SELECT pg_reload_conf()'],
    ['ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()'],
  ),
  PasarelaDatabaseNotWritable: async ({ cluster, settings }) => {
    await cluster.stop();
    return () => cluster.start(settings);
  },
};

/** Starts node_exporter over a small disk of its own, and the file that the job of a backup writes. */
export async function startNodeExporter(ground: Ground, port: number) {
  const [disk, image] = [await ground.makeFolder('disk'), join(ground.folder, 'disk.img')];
  await run('truncate', ['-s', '64M', image]);
  await run('mkfs.ext4', ['-q', '-m', '0', image]);
  await run('mount', ['-o', 'loop', image, disk]);
  ground.onClose(() => run('umount', [disk]));
  const tellBackup = (hoursAgo: number) => {
    const at = Math.round(Date.now() / SECOND_MS) - hoursAgo * 3600;
    const text = `database_backup_completed_timestamp_seconds ${at}\n`;
    return writeFile(join(ground.folder, 'backup.prom'), text);
  };
  await tellBackup(0);
  const { stop } = await startProgram({
    program: 'prometheus-node-exporter',
    args: [
      '--collector.disable-defaults',
      '--collector.filesystem',
      '--collector.textfile',
      `--collector.textfile.directory=${ground.folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    readyUrl: `http://127.0.0.1:${port}/metrics`,
  });
  ground.onClose(stop);
  return { disk, tellBackup };
}
