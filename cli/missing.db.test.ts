import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, connectSql } from '@/db/client';
import { credentials, users } from '@/db/schema/index';
import { createLogger } from '@/lib/base/telemetry/log';
import { findIntegration } from '@/lib/integrations/find';
import { logAudit } from '@/lib/tasks/log-audit';
import { runPasarelaOn } from '@/testing/command';
import { ownDatabase } from '@/testing/database';
import { createTestDatabase, migrateTestDatabase } from '@/testing/postgres';

/** What was before the disaster, and a database restored to the moment in which nothing had happened. */
const before = await ownDatabase();
const restoredUrl = await createTestDatabase(before.databaseUrl, 'restored');
const restored = connectDatabase(restoredUrl, { max: 1 });
const folder = await mkdtemp(join(tmpdir(), 'pasarela-missing-'));
const logFile = join(folder, 'log');
const SINCE = '2026-01-01T00:00';
const lines: string[] = [];
const log = createLogger({ write: (line) => lines.push(line) });

/** One connection each, as two instances have. */
const instances = [
  connectSql(before.databaseUrl, { max: 1 }),
  connectSql(before.databaseUrl, { max: 1 }),
];
const logNew = () => Promise.all(instances.map((sql) => logAudit(sql, log)));

beforeAll(async () => {
  await migrateTestDatabase(restoredUrl);
  for (const url of [before.databaseUrl, restoredUrl]) {
    for (const nombre of ['rotated', 'suspended', 'charged']) {
      const made = await runPasarelaOn(
        url,
        'integration',
        'create',
        nombre,
        '--saldo=10',
        '--tarifa=0.5',
      );
      expect(made).toMatchObject({ code: 0 });
    }
    for (const email of ['admin@example.gt', 'gone@example.gt']) {
      await runPasarelaOn(url, 'user', 'create', email, '--role=admin');
    }
  }
  await logNew();
});
afterAll(async () => {
  await Promise.all([restored.$client.end(), ...instances.map((sql) => sql.end())]);
  await rm(folder, { recursive: true });
});

const missing = (...args: string[]) =>
  runPasarelaOn(restoredUrl, 'ledger', 'missing', `--log=${logFile}`, `--since=${SINCE}`, ...args);

it('logs each audit row once among several instances, without free text', async () => {
  expect(lines).toEqual([]);
  const on = (...args: string[]) => runPasarelaOn(before.databaseUrl, ...args);
  await on('integration', 'set', 'suspended', '--suspend', '--motivo=a private reason');
  await on('integration', 'rotate', 'rotated');
  await on('integration', 'topup', 'charged', '5', '--nota=a private note');
  await on('user', 'disable', 'gone@example.gt');
  await logNew();
  await logNew();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'audit', action: 'integration.set', target: 'suspended', after: { suspended: true } },
    { action: 'integration.rotate', after: { token: expect.stringMatching(/^pas_dev_….{4}$/) } },
    { action: 'billing.top_up', after: { entry: '2', saldo: '15.00' } },
    { action: 'user.disable', target: 'gone@example.gt', actor: expect.stringMatching(/^cli:/) },
  ]);
  expect(lines.join('')).not.toContain('private');
});

it('after a restore charges what only the log has, and takes the same rights away again, once', async () => {
  const charge = { event: 'lookup', charged: true, integration: 'charged' };
  const at = (n: number) => ({
    time: new Date(Date.now() + n).toISOString(),
    queryId: `018f0000-0000-7000-8000-00000000000${n}`,
  });
  // A line that came twice, a free repetition, a line from before the moment, and no JSON.
  const lookups = [
    at(1),
    at(2),
    at(2),
    { ...at(3), charged: undefined },
    { ...at(4), time: '2020-01-01T00:00:00Z' },
  ];
  const written = [
    ...lines,
    ...lookups.map((one) => JSON.stringify({ ...charge, ...one })),
    'Segmentation fault',
  ];
  await writeFile(logFile, written.join('\n'));

  const found = await missing();
  expect(found).toMatchObject({ code: 0, err: '' });
  expect(found.out).toContain('charged: 2 queries, Q 1.00: missing');
  expect(found.out).toContain('integration.rotate rotated: missing');
  expect((await findIntegration(restored, 'charged')).saldo).toBe(100_000n);

  const applied = JSON.parse((await missing('--apply', '--json')).out);
  expect(applied).toMatchObject({
    charges: [{ nombre: 'charged', queries: 2, amount: '1.00', done: true }],
    changes: [
      { action: 'integration.set', done: true },
      { action: 'integration.rotate', done: true, token: expect.stringMatching(/^pas_dev_/) },
      { action: 'billing.top_up', done: false, problem: 'repeat it by hand' },
      { action: 'user.disable', done: true },
    ],
  });
  expect((await findIntegration(restored, 'suspended')).suspendedAt).not.toBeNull();
  const [gone] = await restored.select().from(users).where(eq(users.email, 'gone@example.gt'));
  expect(gone?.disabledAt).not.toBeNull();

  const again = await missing('--apply');
  expect(again.out).not.toContain('rotate');
  expect((await findIntegration(restored, 'charged')).saldo).toBe(90_000n);
  const { id } = await findIntegration(restored, 'rotated');
  const tokens = await restored.select().from(credentials).where(eq(credentials.integrationId, id));
  expect(tokens).toHaveLength(2);
  expect(await runPasarelaOn(restoredUrl, 'ledger', 'verify')).toMatchObject({ code: 0 });
});

it('changes users on the command line', async () => {
  const on = (...args: string[]) => runPasarelaOn(restoredUrl, 'user', ...args, '--json');
  const created = await on('create', 'other@example.gt', '--role=admin');
  expect(created).toMatchObject({ code: 0 });
  const reset = await on('reset', ' Other@example.gt');
  expect(JSON.parse(reset.out)).toEqual({
    email: 'other@example.gt',
    link: expect.stringMatching(/\/invite#[\w-]{20,}$/),
  });
  for (const command of ['end-sessions', 'remove-second-factor', 'disable']) {
    expect(await on(command, 'other@example.gt')).toMatchObject({ code: 0, err: '' });
  }
  expect(await on('disable', 'nobody@example.gt')).toMatchObject({ code: 1 });
  expect(await on('disable', 'admin@example.gt')).toMatchObject({
    code: 1,
    err: expect.stringContaining('One administrator'),
  });
});
