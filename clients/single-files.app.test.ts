import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectSql } from '@/db/client';
import { clientExample } from '@/lib/contract/client-example';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { documentDigest } from '@/lib/contract/openapi/digest';
import { ownFailures } from '@/lib/contract/own-failures';
import { projectRoot } from '@/server/paths';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { chargesOf } from '@/testing/billing';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';
import { type Fault, startFaultProxy } from './fault-proxy';
import identifiers from './identifiers.json' with { type: 'json' };
import { drive, parsePhp74, singleFiles } from './single-files';

/** The clients of one file each, asked against the running app, through a proxy that lets them fail. */

const { nit } = wellKnown.individual;
const databaseUrl = inject('parts').url;
const sql = connectSql(databaseUrl, { max: 1 });
let proxy: Awaited<ReturnType<typeof startFaultProxy>>;
let work: string;

beforeAll(async () => {
  proxy = await startFaultProxy(inject('appUrl'));
  work = await mkdtemp(join(tmpdir(), 'pasarela-clients-'));
});

afterAll(async () => {
  await Promise.all([proxy.close(), sql.end(), rm(work, { recursive: true })]);
});

const usable = Object.entries(singleFiles).filter(([, { heavy }]) => everything || !heavy);

describe.each(usable)('the client in %s', (_name, { file, prepare }) => {
  let command: Awaited<ReturnType<typeof prepare>>;

  beforeAll(async () => {
    command = await prepare(work);
  });

  interface Asked {
    readonly faults?: readonly Fault[];
    readonly as?: Partial<TestIntegration>;
    readonly lookup?: string;
    readonly who?: string;
    readonly timeoutS?: number;
    readonly wait?: boolean;
    readonly key?: string;
  }

  /** Makes one call as an integration with receipts; returns its end and its charges. */
  async function ask({ faults = [], lookup = 'omisos', who = nit, as, ...rest }: Asked) {
    const switches = { receipts_enabled: true };
    const made = { ...(await createTestIntegration(databaseUrl, { switches })), ...as };
    proxy.expect(faults);
    const { timeoutS = 20, wait = false, key = '' } = rest;
    const credentials = [proxy.url, made.nombre, made.token];
    const line = ['ask', ...credentials, lookup, who, `${timeoutS}`, wait ? 'wait' : '', key];
    const [end = []] = await drive(command, [line]);
    const charges = (await chargesOf(sql, made.id)).filter((charged) => charged > 0n);
    return { end, charges, keys: proxy.keys() };
  }

  it('is made from the contract as it is now', () => {
    const source = readFileSync(join(projectRoot, 'clients', file), 'utf8');
    expect(source, 'npm run client:generate').toContain(documentDigest());
  });

  it.each(LOOKUPS)('asks %s', async (lookup) => {
    const { billed, bodyFor } = lookupFacts[lookup];
    const asksByNit = bodyFor({ nit, cui: null }) !== undefined;
    const who = asksByNit ? nit : wellKnown.individual.cui;
    const { end, charges, keys } = await ask({ lookup, who });
    expect(end.slice(0, 5)).toEqual(['result', '200', billed ? '0.50' : '', '0', '1']);
    expect(charges).toEqual(billed ? [5000n] : []);
    expect(keys).toEqual([billed ? expect.stringMatching(/^\S{32,}$/) : undefined]);
  });

  it('keeps the body exactly as it came', async () => {
    const { end } = await ask({});
    expect(end.at(-1)).toBe(proxy.sent());
  });

  it.each<[string, readonly Fault[], string]>([
    ['a reset after the charge', ['reset'], '1'],
    ['a reset before the request arrived', ['reset-before'], '0'],
    ['half an answer', ['half'], '1'],
    ['a 500', [500], '0'],
    ['a 502 and a 409', [502, 409], '0'],
    ['a page of a proxy', ['page'], '0'],
  ])('repeats after %s under one key, charged once', async (_what, faults, repeated) => {
    const { end, charges, keys } = await ask({ faults });
    const [charged, attempts] = [repeated === '1' ? '0.00' : '0.50', `${faults.length + 1}`];
    expect(end.slice(0, 5)).toEqual(['result', '200', charged, repeated, attempts]);
    expect(charges).toEqual([5000n]);
    expect(new Set(keys).size).toBe(1);
  });

  it('repeats after silence, charged once', async () => {
    const { end, charges } = await ask({ faults: ['hang'], timeoutS: 2 });
    expect(end.slice(0, 5)).toEqual(['result', '200', '0.00', '1', '2']);
    expect(charges).toEqual([5000n]);
  });

  it('repeats a registry without a key', async () => {
    const { end, keys } = await ask({ lookup: 'rtu', faults: ['reset', 500] });
    expect(end.slice(0, 2)).toEqual(['result', '200']);
    expect(keys).toEqual([undefined, undefined, undefined]);
  });

  it('gives up after three repetitions, and tells that a charge may stand', async () => {
    const { end, charges, keys } = await ask({ faults: ['reset', 502, 502, 502] });
    expect(end).toEqual(['unavailable', '502', 'possible', 'nobody', '4', '0']);
    expect([charges, keys.length]).toEqual([[5000n], 4]);
  });

  it.each<[string, string, Asked]>([
    ['a wrong token', 'unauthorized 401 no administrator 1', { as: { token: 'pas_dev_wrong' } }],
    ['nobody', 'not_found 404 no nobody 1', { who: reserved('status-404').nit }],
    ['our account', 'payment_required 402 no support 1', { who: reserved('status-402').nit }],
    ['a denied lookup', 'forbidden 403 no support 1', { who: reserved('status-403').nit }],
    ['a limit', 'rate_limited 429 no nobody 1', { faults: [429] }],
    ['no identifier', 'bad_request 400 no you 1', { who: ' ' }],
    ['another place', 'unexpected_answer 307 possible nobody 1', { faults: ['redirect'] }],
  ])('does not repeat after %s', async (_what, expected, asked) => {
    const { end } = await ask(asked);
    expect(end.join(' ')).toBe(`${expected} 0`);
  });

  it('waits for the window of a 429 when it is told to', async () => {
    const { end } = await ask({ faults: [429], wait: true });
    expect(end.slice(0, 5)).toEqual(['result', '200', '0.50', '0', '2']);
  });

  it('uses the key that it is given', async () => {
    const { keys } = await ask({ key: 'factura-2026-000123' });
    expect(keys).toEqual(['factura-2026-000123']);
  });

  it("passes on the person registry's own answer of nobody", async () => {
    const { end } = await ask({ lookup: 'renap', who: reserved('status-404').cui });
    expect(end.slice(0, 2)).toEqual(['result', '404']);
  });

  it('writes identifiers as sources do, and warns of wrong ones', async () => {
    const lines = identifiers.map(({ kind, text }) => [kind, text]);
    const expected = identifiers.map(({ value, warning }) => [value, warning ?? '']);
    expect(await drive(command, lines)).toEqual(expected);
  });
});

it.each(['$a = match (1) { 1 => 2 };', 'f(name: 1);', 'str_contains($a, $b);'])(
  'PHP 7.4 does not know %s',
  (code) => {
    expect(() => parsePhp74(`<?php ${code}`)).toThrow(/PHP/);
  },
);

describe('the example of the guide in PHP', () => {
  /** Runs it in a folder with the client alone. Returns what it prints and what it stores. */
  async function runExample(nit: string, faults: readonly Fault[] = []) {
    const { nombre, token } = await createTestIntegration(databaseUrl);
    const cwd = await mkdtemp(join(work, 'example-'));
    await copyFile(join(projectRoot, 'clients/php/Pasarela.php'), join(cwd, 'Pasarela.php'));
    const question = { path: '/catalogos/cui-nit', body: { nit } };
    await writeFile(join(cwd, 'consulta.php'), clientExample(proxy.url, question));
    proxy.expect(faults);
    const env = { ...process.env, PASARELA_LOGIN: nombre, PASARELA_TOKEN: token };
    const { stdout } = await promisify(execFile)('php', ['consulta.php'], { cwd, env });
    return { stdout, stored: await readFile(join(cwd, 'consultas.jsonl'), 'utf8').catch(() => '') };
  }

  it('finds and stores, and tells 402 from 404', async () => {
    const { stdout, stored } = await runExample(nit);
    expect(stdout).toContain(wellKnown.individual.nombre);
    expect(JSON.parse(JSON.parse(stored)[3])).toMatchObject({ data: { nit } });
    expect((await runExample(ownFailures['own-402'].nit)).stdout).toContain('administrator');
    expect((await runExample(reserved('status-404').nit)).stdout).toContain('no se cobró');
  });

  // It waits before each repetition.
  it.runIf(everything).each([409, 502] as const)('names the key after %s', async (fault) => {
    const { stdout } = await runExample(nit, [fault, fault, fault, fault]);
    expect(stdout).toMatch(/clave [0-9a-f]{32}; ¿cobro\?: no/);
  });
});
