import { sql } from 'drizzle-orm';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startTcpProxy } from '@/testing/tcp-proxy';
import { connectDatabase, connectSql } from './client';
import { rolePolicies } from './schema/index';

const databaseUrl = inject('databaseUrl');
const db = connectDatabase(databaseUrl, { max: 1 });
const hot = connectSql(databaseUrl, { max: 1 });
const clients: readonly (readonly [string, postgres.Sql])[] = [
  ['hot', hot],
  ['builder', db.$client],
];
afterAll(() => Promise.all(clients.map(([, client]) => client.end())));

/** Fails after three rows, which the driver goes on counting. */
async function failLate(client: Pick<postgres.Sql, 'unsafe'>): Promise<void> {
  const failed = client.unsafe('SELECT 1 / (4 - i) FROM generate_series(1, 10) i');
  await expect(failed).rejects.toMatchObject({ code: '22012' });
}

const numbers = 'SELECT i FROM generate_series(1, 2) i';
const five = 'SELECT i FROM generate_series(1, 5) i';

type Run = (client: postgres.Sql) => Promise<unknown>;

const statements: Readonly<Record<string, Run>> = {
  'a template': (client) => client`SELECT i FROM generate_series(1, ${2}::int) i`,
  'a text': (client) => client.unsafe(numbers),
  'a text with parameters': (client) =>
    client.unsafe('SELECT i FROM generate_series(1, $1::int) i', [2]),
  'a prepared text': (client) =>
    client.unsafe('SELECT i FROM generate_series(1, $1::int) i', [2], { prepare: true }),
  values: (client) => client.unsafe(numbers).values(),
  'raw rows': (client) => client.unsafe(numbers).raw(),
  'two statements at once': (client) => client.unsafe(`${numbers}; ${five}`),
  'a setting and a row at once': (client) => client.unsafe(`SET search_path = public; ${numbers}`),
  'no rows': (client) => client.unsafe('SELECT WHERE false'),
  'nothing at all': (client) => client.unsafe(''),
  'rows without columns': (client) => client.unsafe('SELECT FROM generate_series(1, 2)'),
  SHOW: (client) => client.unsafe('SHOW server_version'),
  EXPLAIN: (client) => client.unsafe(`EXPLAIN ${numbers}`),
  VALUES: (client) => client.unsafe('VALUES (1), (2)'),
  FETCH: (client) => client.unsafe('FETCH ABSOLUTE 2 FROM held'),
  'changed rows': (client) => client.unsafe('UPDATE own_rows SET i = i RETURNING i'),
  'a cursor': async (client) => {
    const pieces: unknown[] = [];
    for await (const piece of client.unsafe(five).cursor(2)) pieces.push(piece);
    return pieces;
  },
  'a cursor that is left': async (client) => {
    for await (const piece of client.unsafe(five).cursor(2)) return piece;
    return undefined;
  },
  'a cursor with a function': async (client) => {
    const pieces: unknown[] = [];
    await client.unsafe(five).cursor(2, (piece) => {
      pieces.push(piece);
    });
    return pieces;
  },
  'each row': async (client) => {
    const found: unknown[] = [];
    await client.unsafe(numbers).forEach((row) => {
      found.push(row);
    });
    return found;
  },
  'a description': async (client) => (await client.unsafe(numbers).describe()).string,
  'a transaction': (client) => client.begin((tx) => tx.unsafe(numbers)),
  'a savepoint behind a failed one': (client) =>
    client.begin(async (tx) => {
      await tx.savepoint((inner) => failLate(inner).then(() => inner`SELECT`)).catch(() => {});
      return tx.unsafe(numbers);
    }),
};

describe.each(clients)(
  'after a result that failed behind its first rows, the %s client returns',
  (_, client) => {
    beforeAll(async () => {
      await client`CREATE TEMP TABLE own_rows AS SELECT generate_series(1, 2) AS i`;
      await client.unsafe(`DECLARE held SCROLL CURSOR WITH HOLD FOR ${five}`);
    });

    it.each(Object.entries(statements))('%s without holes', async (_name, run) => {
      await client`SELECT`;
      const untouched = await run(client);
      await failLate(client);
      expect(await run(client)).toStrictEqual(untouched);
    });

    it('the rows of a connection that was reserved', async () => {
      const reserved = await client.reserve();
      await failLate(reserved);
      expect(await reserved.unsafe(numbers)).toHaveLength(2);
      await failLate(reserved);
      expect(await reserved`SELECT 1`).toHaveLength(1);
      await failLate(reserved);
      reserved.release();
      expect(await client`SELECT 1`).toHaveLength(1);
    });

    it('the rows of every statement that was sent at once', async () => {
      const sent = [failLate(client), client.unsafe(numbers), client.unsafe(five)] as const;
      const [, first, second] = await Promise.all(sent);
      expect([first.length, first.count, second.length]).toEqual([2, 2, 5]);
    });
  },
);

describe('after a result that failed behind its first rows, the builder returns', () => {
  const roles = db.select().from(rolePolicies);
  const prepared = roles.prepare('roles');

  it.each<[string, () => Promise<unknown>]>([
    ['selected rows', () => roles.execute()],
    ['the rows of a prepared statement', () => prepared.execute()],
    ['the rows of a relational query', () => db.query.rolePolicies.findMany()],
    ['the rows of plain SQL', () => db.execute(sql.raw(numbers))],
    ['a count', () => db.$count(rolePolicies)],
    ['the rows of a transaction', () => db.transaction((tx) => tx.select().from(rolePolicies))],
  ])('%s without holes', async (_name, run) => {
    const untouched = await run();
    await failLate(db.$client);
    expect(await run()).toStrictEqual(untouched);
  });
});

it('A connection that was lost and opened again returns no holes', async () => {
  const proxy = await startTcpProxy(databaseUrl);
  const client = connectSql(proxy.url, { max: 1 });
  await failLate(client);
  await proxy.cut();
  await proxy.mend();
  const reopened = await vi.waitFor(() => client.unsafe(numbers));
  expect(reopened).toHaveLength(2);
  await client.end({ timeout: 0 });
  await proxy.close();
});

it('A cursor fails without the values of its statement', async () => {
  const secret = async () => {
    for await (const _piece of hot`SELECT ${'a secret'}::int`.cursor(1)) return;
  };
  await expect(secret()).rejects.toMatchObject({
    name: 'DatabaseError',
    message: 'The database failed with 22P02',
  });
});
