import { expect, it } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { LOOKUPS_ALONE, startHarness } from './harness';
import { childrenOf } from './proc';
import { startProgram } from './program';

it('a harness whose database cannot be migrated stops the sources that still start', async () => {
  const before = await childrenOf(process.pid);
  const given = { url: 'postgres://nobody@127.0.0.1:1/none', stop: async () => {} };
  await expect(startHarness(LOOKUPS_ALONE, given)).rejects.toThrow('ECONNREFUSED');
  expect(await childrenOf(process.pid)).toEqual(before);
});

it('a program whose readiness cannot be judged is killed', async () => {
  const before = await childrenOf(process.pid);
  const serve = "require('http').createServer((_, r) => r.end()).listen(+process.env.PORT)";
  const port = await freePort();
  const starting = startProgram({
    args: ['-e', serve],
    env: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}`,
    isReady: async () => {
      throw new Error('no such answer');
    },
  });
  await expect(starting).rejects.toThrow('no such answer');
  expect(await childrenOf(process.pid)).toEqual(before);
});
