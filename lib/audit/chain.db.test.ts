import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { connectDatabase } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { ownDatabase } from '@/testing/database';
import { testPermit } from '@/testing/integration';
import { AuditChain } from './chain';
import { rememberHead, verifyAudit } from './verify';
import { writeAudit } from './write';

/** The chain covers every row of its database. */
const { databaseUrl, db } = await ownDatabase();
const owner = connectDatabase(ownerUrlOf(databaseUrl), { max: 1 });
const instances = Array.from({ length: 3 }, () => connectDatabase(databaseUrl, { max: 4 }));
afterAll(() => Promise.all([owner, ...instances].map(({ $client }) => $client.end())));

const row = { reason: 'ñ "x" \u202e', lookups: ['rtu', 'omisos'], required: true, from: null };

function write(target: string, on = db): Promise<void> {
  return on.transaction((tx) =>
    writeAudit({ tx, permit: testPermit }, 'integration.set', { target, after: row }),
  );
}

/** Changes rows as the owner of the tables could, without a key. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  await owner.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE audit_log DISABLE TRIGGER USER`);
    await tx.execute(statement);
    await tx.execute(sql`ALTER TABLE audit_log ENABLE TRIGGER USER`);
  });
}

async function idOf(target: string): Promise<string> {
  const [found] = await db.execute<{ id: string }>(
    sql`SELECT id::text FROM audit_log WHERE target = ${target}`,
  );
  return found?.id ?? '';
}

/** Checks everything, and compares with the remembered heads. */
const problems = async () => (await verifyAudit(db, undefined)).problems;

it('continues across instances that write at once, also after a rollback', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const on = instances[n % instances.length] ?? db;
      if (n % 5 > 0) return write(`at-once-${n}`, on);
      const undone = on.transaction(async (tx) => {
        await writeAudit({ tx, permit: testPermit }, 'integration.set', { target: 'undone' });
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
    }),
  );
  const whole = await verifyAudit(db, undefined);
  expect(whole).toMatchObject({ rows: 48, problems: [] });
  await write('later');
  expect(await verifyAudit(db, whole)).toMatchObject({ rows: 49, problems: [] });
});

it('shows a change, an insertion and a removal by somebody without the key', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await write(name);
  const last = await verifyAudit(db, undefined);
  expect(last.problems).toEqual([]);
  await rememberHead(db, last);

  await tamper(sql`UPDATE audit_log SET after = jsonb_set(after, '{reason}', '"none"')
    WHERE target = 'a'`);
  expect(await problems()).toEqual([{ id: await idOf('a'), rule: 'broken' }]);
  await tamper(sql`UPDATE audit_log SET after = jsonb_set(after, '{reason}', ${JSON.stringify(row.reason)}::jsonb)
    WHERE target = 'a'`);
  expect(await problems()).toEqual([]);

  await tamper(sql`INSERT INTO audit_log (actor, action, target)
    VALUES ('eva', 'integration.set', 'forged')`);
  const forged = await idOf('forged');
  expect((await verifyAudit(db, last)).problems).toEqual([{ id: forged, rule: 'unsigned' }]);
  expect(await problems()).toEqual([{ id: forged, rule: 'unsigned' }]);
  await tamper(sql`DELETE FROM audit_log WHERE target = 'forged'`);

  const end = await idOf('e');
  await tamper(sql`DELETE FROM audit_log WHERE target = 'e'`);
  expect(await problems()).toEqual([{ id: end, rule: 'missing' }]);
  await tamper(sql`DELETE FROM audit_log WHERE target = 'b'`);
  expect(await problems()).toContainEqual({ id: await idOf('c'), rule: 'broken' });
});

it('knows rows under an earlier secret, and takes those under a dropped one for unsigned', () => {
  const first = { ...row, at: new Date(0), actor: 'a', action: 'b', target: 'c', address: null };
  const linked = {
    ...first,
    integrationId: null,
    before: null,
    after: { b: 1, a: [{ d: 2, c: 3 }] },
  };
  const reordered = { ...linked, after: { a: [{ c: 3, d: 2 }], b: 1 } };
  const [earlier, present] = ['an earlier secret', 'the present secret'];
  const link = new AuditChain([earlier]).link(null, linked);
  expect(new AuditChain([present, earlier]).stateOf(null, reordered, link)).toBe('intact');
  expect(new AuditChain([present, earlier]).stateOf(link, linked, link)).toBe('broken');
  expect(new AuditChain([present]).stateOf(null, linked, link)).toBe('unsigned');
});
