import { describe, expect, inject, it } from 'vitest';
import { startTcpProxy } from '@/testing/tcp-proxy';
import { connectDatabase, connectSql } from './client';

const databaseUrl = inject('databaseUrl');

describe('the clients', () => {
  // A rejection that nobody handles fails the run, as it would end the process.
  it('survive a connection that is cut at any moment of its making', async () => {
    const proxy = await startTcpProxy(databaseUrl);
    for (let skipping = 0; skipping < 8; skipping++) {
      for (const client of [connectSql(proxy.url), connectDatabase(proxy.url).$client]) {
        proxy.loseNextAnswer(skipping);
        await client`SELECT 1`.catch(() => {});
        await client.end({ timeout: 0 });
      }
    }
    await proxy.close();
  });

  it('reach the primary among several hosts, another when it is gone, and fail without one', async () => {
    const [one, other] = await Promise.all([
      startTcpProxy(databaseUrl),
      startTcpProxy(databaseUrl),
    ]);
    const hosts = [one, other].map(({ url }) => new URL(url).host).join(',');
    const client = connectSql(databaseUrl.replace(/@[^/]*/, `@${hosts}`), { max: 1 });
    const answer = async () => (await client`SELECT 1 AS one`)[0]?.one;
    await other.cut();
    expect(await answer()).toBe(1);
    await other.mend();
    await one.cut();
    await expect.poll(() => answer().catch(() => 'lost')).toBe(1);
    await other.cut();
    await expect
      .poll(() => answer().catch(({ code }) => code), { timeout: 20_000 })
      .toBe('ECONNREFUSED');
    await other.mend();
    await expect.poll(() => answer().catch(() => 'lost'), { timeout: 20_000 }).toBe(1);
    await client.end({ timeout: 0 });
    await other.close();
  });

  it('pass lists of any text and of numbers with gaps', async () => {
    const texts = ['plain', 'a "quoted" \\ one', '{a,b}', '', 'NULL', 'ñandú\n'];
    const numbers = [1, null, -3];
    for (const client of [connectSql(databaseUrl), connectDatabase(databaseUrl).$client]) {
      const rows = await client`SELECT * FROM unnest(${texts}::text[]) AS t(text)`;
      expect(rows.map(({ text }) => text)).toEqual(texts);
      const numbered = await client`SELECT * FROM unnest(${numbers}::int4[]) AS t(number)`;
      expect(numbered.map(({ number }) => number)).toEqual(numbers);
      await client.end();
    }
  });

  it('refuse a list of a type that they cannot write, by its name, and go on', async () => {
    const client = connectSql(databaseUrl, { max: 1 });
    // The first time the type is asked for, then it is known.
    for (const _ of [1, 2]) {
      const dated = client`SELECT * FROM unnest(${['2026-01-01', 'now']}::timestamptz[]) AS t(at)`;
      await expect(dated).rejects.toThrow(/^Unknown timestamptz\[\]: add it to `arrays`/);
    }
    const text = '{2026-01-01 00:00+00}';
    const [row] = await client`SELECT * FROM unnest(${text}::timestamptz[]) AS t(at)`;
    expect(row?.at).toEqual(new Date('2026-01-01T00:00:00Z'));
    await client.end();
  });
});
