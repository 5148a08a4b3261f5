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
});
