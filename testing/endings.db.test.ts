import type { ServerResponse } from 'node:http';
import { sql as query } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import { recordOf } from '@/lib/base/values/record';
import { explainRecord } from '@/lib/console/views/query-story';
import { failureFrom } from '@/lib/contract/ending';
import type { Responsible } from '@/lib/contract/failures';
import { firstAnswer, isLookup, LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { findSealedRecord } from '@/lib/recording/find';
import { definitions } from '@/lib/sources/definitions';
import { snakeCase } from '@/lib/sources/read';
import { foldCounts } from '@/lib/statistics/fold';
import { ownDatabase } from './database';
import { openTestGateway } from './gateway';
import { startRawSource } from './raw-source';

/** Which party the record, the explanation, the statistics, the metric and the log line name. */

interface Case {
  readonly name: string;
  readonly lookup: Lookup;
  readonly party: Responsible;
  readonly respond: (response: ServerResponse) => unknown;
  readonly signal?: AbortSignal;
}

const { databaseUrl, db, sql, newIntegration } = await ownDatabase();
const { id: integrationId, ...as } = await newIntegration({ saldo: 100_000_000n });

/** Writes an answer of the contract as its source would. */
function inSource(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSource);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snakeCase(name), inSource(inner)]),
  );
}

/** A whole record of a lookup. */
function datosOf(lookup: Lookup): JsonObject {
  const answer = inSource(firstAnswer(lookup));
  return isJsonObject(answer) && isJsonObject(answer.data) ? answer.data : {};
}

const wholeOf = (lookup: Lookup) => ({
  exito: true,
  responseCode: 0,
  data: null,
  registros: [],
  datos: datosOf(lookup),
});

/** A record whose fields are all of a type that none can be read from. */
const unreadable = (lookup: Lookup) =>
  recordOf(Object.keys(datosOf(lookup)), () => ({ unread: true }));

const catalogParties: Readonly<Record<number, Responsible>> = {
  400: 'integrator',
  404: 'nobody',
  422: 'integrator',
};

/** The party at fault when a source answers a status with a whole record. */
function partyOf(lookup: Lookup, status: number): Responsible {
  if ([401, 402, 403].includes(status)) return 'ours';
  const isEmpty = status === 204 || status === 205;
  const { family } = lookupFacts[lookup];
  if (family === 'rtu') return status === 200 ? 'nobody' : 'source';
  if (status < 300) return isEmpty ? 'source' : 'nobody';
  if (family === 'catalogos') return catalogParties[status] ?? 'source';
  return [400, 404, 422].includes(status) ? 'nobody' : 'source';
}

const statuses = Array.from({ length: 400 }, (_, place) => 200 + place);

/** Leaves a status that means a failure of its own to the test of that failure. */
function isUsual(lookup: Lookup): (status: number) => boolean {
  const { family } = lookupFacts[lookup];
  const known = [401, 402, 403, ...Object.keys(catalogParties).map(Number), 429];
  return (status) => known.includes(status) || failureFrom(family, status) === 'source_unavailable';
}

const answer = (body: unknown) => (response: ServerResponse) => response.end(JSON.stringify(body));
const SILENCE = 'no answer in time';
const failures: Readonly<Record<string, Case['respond']>> = {
  'a broken connection': (response) => response.destroy(),
  'no JSON': (response) => response.end('<html>'),
  'a list instead of an object': (response) => response.end('[]'),
  'a broken encoding': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  'an answer beyond the limit': (response) => response.end('x'.repeat(1024 * 1024 + 1)),
  [SILENCE]: () => {},
};

/** Answers of a catalog by their content. */
function contentsOf(lookup: Lookup) {
  const contents: (readonly [name: string, party: Responsible, body: object])[] = [
    ['a query marked as failed', 'nobody', { exito: false }],
    ['a query whose success cannot be read', 'ours', { ...wholeOf(lookup), exito: 'fallida' }],
  ];
  const records: (readonly [name: string, party: Responsible, datos: unknown])[] = [
    ['an empty record', 'nobody', {}],
    ['a record with part of the data', 'nobody', { nit: '1' }],
    ['a record with part of the data unreadable', 'ours', { ...unreadable(lookup), nit: '1' }],
    ['a record with nothing readable', 'ours', unreadable(lookup)],
    ['a record of lists without content', 'nobody', { persona: { marcas: [{ codigo: null }] } }],
    ['no record at all', 'nobody', undefined],
    ['a record that is no object', 'ours', 'x'],
  ];
  for (const [name, party, datos] of records) contents.push([name, party, { exito: true, datos }]);
  return contents.map(([name, party, body]) => [name, party, answer(body)] as const);
}

/** Cases of one lookup. A client that hangs up is one of them. */
function casesOf(lookup: Lookup): Case[] {
  const client = new AbortController();
  const whole = JSON.stringify(wholeOf(lookup));
  const named: (readonly [string, Responsible, Case['respond']])[] = [
    ...statuses
      .filter(isUsual(lookup))
      .map(
        (status) =>
          [
            `the status ${status}`,
            partyOf(lookup, status),
            (response: ServerResponse) => response.writeHead(status).end(whole),
          ] as const,
      ),
    ...Object.entries(failures).map(([name, respond]) => [name, 'source', respond] as const),
    [
      'a refusal of our credentials that is no JSON',
      'ours',
      (response) => response.writeHead(401).end('<html>'),
    ],
    ...(lookupFacts[lookup].family === 'catalogos' ? contentsOf(lookup) : []),
  ];
  return [
    ...named.map(([name, party, respond]) => ({ name, lookup, party, respond })),
    {
      name: 'a client that hangs up',
      lookup,
      party: 'integrator',
      respond: () => client.abort(),
      signal: client.signal,
    },
  ];
}

const cases = new Map(LOOKUPS.flatMap(casesOf).map((one, place) => [`case-${place}-end`, one]));
const source = await startRawSource((request, response) => {
  cases.get(String(request.headers['x-request-id']))?.respond(response);
});
const test = openTestGateway(databaseUrl, source.url);
/** Asks what is never answered. */
const hasty = openTestGateway(databaseUrl, source.url, { SOURCE_TIMEOUT_MS: '5000' });

/** Asks every case, some at a time. */
beforeAll(async () => {
  const waiting = [...cases];
  const askNext = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [id, { name, lookup, signal }] = next;
      const { ask } = name === SILENCE ? hasty : test;
      const headers = { 'x-request-id': id };
      await ask(definitions[lookup], { id: integrationId, ...as }, undefined, signal, headers);
    }
  };
  await Promise.all(Array.from({ length: 40 }, askNext));
}, 120_000);

/** Lists the cases with what each was found to be. */
const listed = (of: (id: string, one: Case) => unknown) =>
  [...cases].map(([id, one]) => [one.lookup, one.name, of(id, one)]);
const expected = () => listed((_, { party }) => party);

it('the log line of every query names the party at fault', () => {
  const lines = new Map([...test.log, ...hasty.log].map((line) => [line.requestId, line]));
  expect(listed((id) => lines.get(id)?.responsible)).toEqual(expected());
});

it('the record of every query stores the party, which its explanation names', async () => {
  const rows = await sql<{ id: string; requestId: string; responsible: string | null }[]>`
    SELECT id, request_id AS "requestId", responsible FROM query_records`;
  const stored = new Map(rows.map((row) => [row.requestId, row]));
  expect(listed((id) => stored.get(id)?.responsible)).toEqual(expected());
  const explained = new Map<string, Responsible>();
  for (const [requestId, { id }] of stored) {
    const record = await findSealedRecord(db, id);
    if (record === undefined || !isLookup(record.lookup))
      throw new Error(`No record: ${requestId}`);
    const known = { ...record, lookup: record.lookup };
    const { explanation } = explainRecord(known, { refund: undefined }, 60_000);
    explained.set(requestId, explanation.responsible);
  }
  expect(listed((id) => explained.get(id))).toEqual(expected());
});

type Counted = Record<string, number>;

/** Counts the expected queries by lookup and party. */
function counted(): Counted {
  const counts: Counted = {};
  for (const { lookup, party } of cases.values()) {
    const key = `${lookup} ${party}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function statistics(): Promise<Counted> {
  const rows = await db.execute<{ key: string; queries: number }>(query`
    SELECT lookup || ' ' || responsible AS key, sum(queries)::int AS queries FROM counted_queries
    WHERE grain = 'day' AND integration_id = ${integrationId} GROUP BY 1`);
  return Object.fromEntries(rows.map(({ key, queries }) => [key, queries]));
}

it('the statistics count every query for the party at fault, before and after they are folded', async () => {
  expect(await statistics()).toEqual(counted());
  await foldCounts(sql);
  expect(await statistics()).toEqual(counted());
});

it('the metric counts every query for the party at fault', async () => {
  const counts: Counted = {};
  for (const { gateway } of [test, hasty]) {
    for (const { labels, value } of (await gateway.metrics.lookups.get()).values) {
      const key = `${labels.lookup} ${labels.responsible}`;
      counts[key] = (counts[key] ?? 0) + value;
    }
  }
  expect(counts).toEqual(counted());
});
