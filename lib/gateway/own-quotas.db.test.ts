import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lookup } from '@/lib/contract/lookups';
import { definitions } from '@/lib/sources/definitions';
import { chargesOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import type { TestIntegration } from '@/testing/integration';
import { startRawSource } from '@/testing/raw-source';

const FOUND = '{"exito":true,"responseCode":0,"datos":{}}';

const { databaseUrl, sql, newIntegration, setLimits } = await ownDatabase();
const source = await startRawSource((_request, response) => response.end(FOUND));
const open = () => openTestGateway(databaseUrl, source.url, { LIMIT_CATALOGOS: '3' });
const gateways = [open(), open()] as const;

/** Status, quota and what is left, as both instances tell it; each counts in its own memory. */
async function askBoth(as: TestIntegration, lookup: Lookup = 'cui-nit') {
  const answers = await Promise.all(gateways.map((one) => one.ask(definitions[lookup], as)));
  const [first, second] = answers.map(({ status, headers }) => {
    const quota = /;q=(\d+);w=60$/.exec(headers['ratelimit-policy'] ?? '')?.[1];
    const left = /;r=(\d+);/.exec(headers.ratelimit ?? '')?.[1];
    return `${status} q=${quota} r=${left}`;
  });
  expect(second).toBe(first);
  return first;
}

it('a limit per minute of its own replaces the usual one from the next request on, on every instance', async () => {
  const as = await newIntegration();
  const other = await newIntegration();
  const set = (limit_catalogos: string) => setLimits(as.nombre, { limit_catalogos });
  expect(await askBoth(as)).toBe('200 q=3 r=2');
  await set('1');
  expect(await askBoth(as)).toBe('429 q=1 r=0');
  expect(await chargesOf(sql, as.id)).toHaveLength(2);
  await set('5');
  expect(await askBoth(as)).toBe('200 q=5 r=2');
  expect(await askBoth(as, 'omisos')).toBe('200 q=5 r=1');
  expect(await askBoth(as)).toBe('200 q=5 r=0');
  expect(await askBoth(as)).toBe('429 q=5 r=0');
  // Refused with the cached quota, admitted with the raised one.
  await set('9');
  expect(await askBoth(as)).toBe('200 q=9 r=2');
  expect(await askBoth(as, 'renap')).toMatch(/^200 q=100000000 /);
  expect(await askBoth(other)).toBe('200 q=3 r=2');
  await set('');
  expect(await askBoth(as)).toBe('429 q=3 r=0');
});

it('applies to each request the limit in force when it begins', async () => {
  const quota = fc.constantFrom(undefined, 1, 2, 3, 4, 6, 8);
  await fc.assert(
    fc.asyncProperty(fc.array(quota, { minLength: 1, maxLength: 8 }), async (quotas) => {
      const as = await newIntegration();
      for (const [place, own] of quotas.entries()) {
        await setLimits(as.nombre, { limit_catalogos: String(own ?? '') });
        const [count, limit] = [place + 1, own ?? 3];
        const status = count <= limit ? 200 : 429;
        expect(await askBoth(as)).toBe(`${status} q=${limit} r=${Math.max(0, limit - count)}`);
      }
    }),
    { numRuns: 8 },
  );
});

it('tells the own limit to a lookup that is not enabled', async () => {
  const as = await newIntegration({ flags: ['is_omisos_enabled'] });
  await setLimits(as.nombre, { limit_catalogos: '7' });
  expect(await askBoth(as)).toBe('403 q=7 r=7');
});
