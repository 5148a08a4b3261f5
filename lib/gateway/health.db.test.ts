import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { auditHeads, taskRuns } from '@/db/schema/index';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { asOwner } from '@/testing/postgres';
import { createHealthCheck, healthAnswer } from './health';
import { HotWrites } from './hot-writes';

const { databaseUrl, db, sql } = await ownDatabase();
const readOnly = connectSql(`${databaseUrl}?default_transaction_read_only=on`, { max: 1 });
const nowhere = connectSql('postgres://u:p@127.0.0.1:9/none', { max: 1 });
afterAll(() => Promise.all([readOnly, nowhere].map((one) => one.end({ timeout: 1 }))));

const pages = () => 'ready' as const;
const parts = { deployment: 'development', sql, pages } as const;

it.each([
  ['a database that accepts writes', parts, 200, { status: 'ok', database: 'ok' }],
  [
    'a database that is read-only',
    { ...parts, sql: readOnly },
    503,
    { status: 'unavailable', database: 'read_only' },
  ],
  [
    'no database',
    { ...parts, sql: nowhere },
    503,
    { status: 'unavailable', database: 'unavailable' },
  ],
  [
    'a process that drains',
    { ...parts, draining: () => true },
    503,
    { status: 'draining', database: 'ok' },
  ],
])('health with %s', async (_name, given, status, body) => {
  const answer = healthAnswer(await createHealthCheck(given)());
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject(body);
});

it('tells what the last checks of the ledger and of the audit log found, and stays in service', async () => {
  expect(await createHealthCheck(parts)()).toMatchObject({
    ledger: 'ok',
    audit: 'ok',
    auditHead: null,
  });
  const ledger = [{ integrationId: 7, rule: 'one charge per query' }];
  const audit = [{ id: '12', rule: 'broken' }];
  const ran = { startedAt: new Date(), finishedAt: new Date() };
  await db.insert(taskRuns).values([
    { name: 'ledger_verify', ...ran, result: { problems: ledger } },
    { name: 'audit_verify', ...ran, result: { problems: audit } },
  ]);
  await db.insert(auditHeads).values({ auditId: 12n, link: Buffer.from('link') });
  const auditHead = 'b1b1bdb480c61d07';
  expect(await createHealthCheck(parts)()).toMatchObject({
    status: 'ok',
    ledger,
    audit,
    auditHead,
  });
});

it('goes by the newest writes of lookups, and tries one itself when there are none', async () => {
  const { gateway } = openTestGateway(databaseUrl, 'http://127.0.0.1:9');
  const lookups = { ...gateway, writes: new HotWrites() };
  const check = (given: object) => createHealthCheck({ ...parts, lookups, ...given })();
  expect(await check({})).toMatchObject({ status: 'ok', database: 'ok' });
  // The probe counts as a write, so for a moment no connection is asked.
  expect(await check({ sql: nowhere })).toMatchObject({ status: 'ok', database: 'ok' });
  const failing = new HotWrites();
  await failing
    .watched(() => Promise.reject(new Error('disk full')))()
    .catch(() => undefined);
  const failed = await check({ lookups: { ...lookups, writes: failing } });
  expect(failed).toMatchObject({ status: 'unavailable', database: 'failing' });
});

it('notices rights that the role of the app lost', async () => {
  const [role] = await sql<{ name: string }[]>`SELECT current_user AS name`;
  await asOwner(databaseUrl, `REVOKE INSERT ON holds FROM ${role?.name}`);
  expect(await createHealthCheck(parts)()).toMatchObject({ database: 'no_rights' });
  await asOwner(databaseUrl, `GRANT INSERT ON holds TO ${role?.name}`);
  expect(await createHealthCheck(parts)()).toMatchObject({ database: 'ok' });
});
