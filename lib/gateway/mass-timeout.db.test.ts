import { expect, it } from 'vitest';
import { definitions } from '@/lib/sources/definitions';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { startRawSource } from '@/testing/raw-source';
import { everything } from '@/testing/scope';

/** Long enough to have most queries at their source before the first times out. */
const CEILING_MS = everything ? 6_000 : 3_000;
const SALDO = 20_000_000n;

/** Queries of each lookup. */
const QUERIES = everything ? 400 : 150;

const { databaseUrl, newIntegration } = await ownDatabase();
const silent = await startRawSource(() => {});

type LogLine = Readonly<Record<string, unknown>> & { readonly stepsMs?: { source?: number } };

it('settles queries by the hundred that time out together, none with a failure of ours', async () => {
  const test = openTestGateway(databaseUrl, silent.url, {
    SOURCE_TIMEOUT_MS: String(CEILING_MS),
    SOURCE_MAX_IN_FLIGHT: String(QUERIES),
  });
  const create = () => newIntegration({ saldo: SALDO });
  const [busy, other] = await Promise.all([create(), create()]);
  const ids = [busy.id, other.id];
  // Most settlements need the same account.
  const asked = Object.values(definitions).flatMap((definition) =>
    Array.from({ length: QUERIES }, (_, n) => test.ask(definition, n % 8 === 0 ? other : busy)),
  );
  await Promise.all(asked);

  const lines: LogLine[] = test.log.filter(({ event }) => event === 'lookup');
  const outcomes = new Set(lines.map(({ outcome, cause }) => `${outcome} ${cause}`));
  expect([...outcomes]).toEqual(['source_unavailable deadline']);
  // A busy machine may not get all of them to the source before the ceiling.
  const reached = lines.filter(({ stepsMs }) => stepsMs?.source !== undefined).length;
  expect(reached).toBeGreaterThan(asked.length / 2);

  const { sql } = test.gateway;
  const holds = async () =>
    (await sql`SELECT FROM holds WHERE integration_id = ANY(${ids}::int[])`).count;
  await expect.poll(holds, { timeout: 10_000 }).toBe(0);
  const records = await sql`
    SELECT ending, sum(charged)::int AS charged FROM query_records
    WHERE integration_id = ANY(${ids}::int[]) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`;
  expect(records).toEqual([{ ending: 'source_unavailable', charged: 0 }]);
  const accounts = await sql`
    SELECT DISTINCT saldo, reservado FROM accounts WHERE integration_id = ANY(${ids}::int[])`;
  expect(accounts).toEqual([{ saldo: SALDO, reservado: 0n }]);
}, 60_000);
