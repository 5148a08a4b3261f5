import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '@/testing/tcp-proxy';
import { connectDatabase, type Database } from './client';

let proxy: TcpProxy;
let db: Database;

beforeEach(async () => {
  proxy = await startTcpProxy(inject('databaseUrl'));
  db = connectDatabase(proxy.url, { max: 1 });
});

afterEach(async () => {
  await db.$client.end({ timeout: 0 });
  await proxy.close();
});

describe('a transaction whose connection is lost fails, and the process goes on', () => {
  it('during a statement', async () => {
    const lost = db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`);
      proxy.loseNextAnswer();
      await tx.execute(sql`SELECT 2`);
    });
    await expect(lost).rejects.toThrow();
    expect(await db.execute(sql`SELECT 3 AS n`)).toEqual([{ n: 3 }]);
  });

  it('between two statements', async () => {
    let goOn = () => {};
    const lost = db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`);
      await proxy.cut();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await tx.execute(sql`SELECT 2`);
    });
    await expect(lost).rejects.toThrow();
    goOn();
    await proxy.mend();
    expect(await db.execute(sql`SELECT 3 AS n`)).toEqual([{ n: 3 }]);
  });

  it('because the server ended the session', async () => {
    const lost = db.transaction(async (tx) => {
      await tx.execute(sql`DO 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); END'`);
    });
    await expect(lost).rejects.toThrow();
    // A statement that meets the dying connection may fail once.
    const after = await vi.waitFor(() => db.execute(sql`SELECT 3 AS n`));
    expect(after).toEqual([{ n: 3 }]);
  });

  it('while a refusal of ours still rolls back', async () => {
    const refused = db.transaction(async (tx) => {
      await tx.execute(sql`CREATE TEMP TABLE never_made (n int)`);
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await db.execute(sql`SELECT to_regclass('never_made') AS t`)).toEqual([{ t: null }]);
  });
});
