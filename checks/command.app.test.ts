import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answer, status } from '@/acceptance/mutations/mutation';
import { freePort, listen } from '@/lib/base/process/free-port';
import { clauses } from '@/lib/contract/clauses';
import { type Ending, runPasarela } from '@/testing/command';
import { sharedDeployment, startConformanceHarness } from '@/testing/conformance';
import { startProgram } from '@/testing/program';
import { cuiNit, lookups, renap } from './lookups';
import type { Credentials } from './settings';

/** Output, files and exit code of the command. */

const deployment = await sharedDeployment(await startConformanceHarness());
let folder: string;
let us: Credentials;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-conformance-'));
  us = (await deployment.accounts()).integration;
  deployment.proxy.set(() => undefined, '192.0.2.77');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command in this process. */
function conformance(...options: string[]): Promise<Ending> {
  return runPasarela('conformance', ...options);
}

/** Limits far above what these runs send. */
const UNLIMITED = ['global', 'renap', 'rtu', 'catalogos'].flatMap((name) => [
  `--${name}-limit`,
  'none',
]);

function ours(url = deployment.proxy.url): string[] {
  return ['--base-url', url, '--login', us.login, '--token', us.token, ...UNLIMITED];
}

const reportSchema = z.object({
  ok: z.boolean(),
  charged: z.int(),
  totals: z.object({ passed: z.int(), failed: z.int() }),
  clauses: z.array(z.object({ id: z.string(), state: z.string(), reasons: z.array(z.string()) })),
});

it('ends its process with 2 when nobody can confirm the costs', async () => {
  const args = ['--import', 'tsx', 'cli/main.ts', 'conformance', ...ours()];
  const program = await startProgram({ args });
  expect(await program.exited).toBe(2);
  await expect.poll(program.output).toMatch(/look at --plan and say --yes/);
});

describe('pasarela conformance', () => {
  it('prints one JSON value, writes both reports, and ends with 0 when nothing failed', async () => {
    const [junit, json] = [join(folder, 'junit.xml'), join(folder, 'report.json')];
    const files = ['--junit', junit, '--report-json', json];
    const { code, out } = await conformance(
      ...ours(),
      ...files,
      '--only',
      'endpoints.method-post',
      '--yes',
      '--json',
    );
    expect(code).toBe(0);
    const printed = reportSchema.parse(JSON.parse(out));
    expect(printed).toMatchObject({ ok: true, charged: 0, totals: { failed: 0 } });
    expect(JSON.parse(await readFile(json, 'utf8'))).toEqual(JSON.parse(out));
    const xml = await readFile(junit, 'utf8');
    expect(xml).toMatch(/^<\?xml version="1.0"/);
    expect(xml).toContain(
      `<testsuites name="conformance" tests="${clauses.size}" failures="0" errors="0"`,
    );
  });

  it('ends with 1 when a clause failed, and says what was expected and what came', async () => {
    deployment.proxy.set(status({ status: 405 }, 404), '192.0.2.78');
    const { code, out } = await conformance(...ours(), '--only', 'endpoints.method-post', '--yes');
    expect(code).toBe(1);
    expect(out).toContain('✗ endpoints.method-post: Lookups are asked with POST.');
    expect(out).toContain('renap: GET instead of POST\n        status: expected 405');
    expect(out).toContain('came     404 {"error":"Method not allowed. Use POST."}');
    expect(out).toContain('FAILED endpoints.method-post');
  });

  it('hides the token even when the deployment answers with it', async () => {
    deployment.proxy.set(
      answer({ status: 400 }, 400, { message: `token ${us.token}` }),
      '192.0.2.79',
    );
    const json = join(folder, 'report.json');
    const options = ['--only', 'input.absent', '--yes', '--report-json', json];
    const { code, out, err } = await conformance(...ours(), ...options);
    expect(code).toBe(1);
    expect(out).toContain('token (token)');
    expect(`${out}${err}${await readFile(json, 'utf8')}`).not.toContain(us.token);
  });

  it('says what it would cost and asks nothing, with --plan', async () => {
    const { code, out, err } = await conformance(...ours(), '--plan');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`(development) as ${us.login}`);
    expect(out).toMatch(/ {2}charged +\d+ +catalog queries of t-[a-z]+, each at its tariff\n/);
    expect(out).toContain('× needs --poor-login and --poor-token');
    expect(deployment.proxy.changed()).toBe(0);
  });

  it.each([
    [
      'half of an account is given',
      ['--poor-login', 'x'],
      /--poor-login and --poor-token go together/,
    ],
    ['a clause does not exist', ['--only', 'errors.none'], /no clause is called 'errors.none'/],
    ['a lookup does not exist', ['--lookups', 'renap,x'], /'x' is not a lookup/],
    ['an extra does not exist', ['--include', 'all'], /'all' is nothing to include/],
    ['somebody real is named for the sandbox', ['--nit', '1'], /are for --environment production/],
    [
      'a token of production meets the sandbox',
      ['--token', 'pas_live_x'],
      /this token is of production: say --environment production/,
    ],
  ])('ends with 2 when %s', async (_, options, message) => {
    const { code, out, err } = await conformance(...ours(), ...options);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err.split('\n')).toHaveLength(2);
  });

  it('says in one line that it does not know the credentials', async () => {
    const { code, out, err } = await conformance(...ours(), '--yes', '--login', 'nobody');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('does not know nobody');
  });

  it('says in one line that nobody answers', async () => {
    const url = `http://127.0.0.1:${await freePort()}/`;
    const { code, out, err } = await conformance(...ours(url), '--yes');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /\npasarela: nobody answers at http:\/\/127.0.0.1:\d+\/: .*ECONNREFUSED.*\n$/,
    );
  });

  it('says in one line that an address of pages is not one of lookups', async () => {
    const elsewhere = new URL('/', deployment.proxy.url).href;
    const { code, out, err } = await conformance(...ours(elsewhere), '--yes');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('is no base address of the lookups: /renap/buscar-cui gave 404');
  });

  it('says in one line which lookups are not enabled, and how to look at the others', async () => {
    us = (await deployment.accounts()).partial;
    const { code, out, err } = await conformance(...ours(), '--yes');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    const disabled = lookups.filter((one) => one !== renap && one !== cuiNit);
    expect(err).toContain(
      `${us.login} has not enabled: ${disabled.map(({ name }) => name).join(', ')};`,
    );
    expect(err).toContain('--lookups renap,cui-nit');
  });
});

describe('pasarela conformance against production', () => {
  const production = ['--environment', 'production', '--yes', '--json'];

  it('asks for nobody and costs nothing', async () => {
    const { code, out } = await conformance(...ours(), ...production);
    expect(code).toBe(0);
    const { charged, clauses } = reportSchema.parse(JSON.parse(out));
    expect(charged).toBe(0);
    expect(clauses.find(({ id }) => id === 'resources.omisos.record')).toMatchObject({
      state: 'skipped',
      reasons: ['needs --nit or --cui', 'needs the identifiers of the sandbox'],
    });
  });

  it('asks for somebody real as often as it may', async () => {
    const somebody = ['--nit', '48217638', '--spend', '2'];
    const { code, out } = await conformance(...ours(), ...production, ...somebody);
    expect(code).toBe(0);
    const { charged, clauses } = reportSchema.parse(JSON.parse(out));
    expect(charged).toBe(2);
    expect(clauses.find(({ id }) => id === 'resources.cui-nit.record')?.state).toBe('passed');
    expect(clauses.find(({ id }) => id === 'resources.omisos.record')?.reasons).toEqual([
      'is charged, and --spend allows 2',
      'needs the identifiers of the sandbox',
    ]);
  });
});

it('comes to its end at a server that is no deployment, and finds nothing right', async () => {
  const server = createServer((request, response) => {
    request.resume();
    const isFirst = request.url === '/renap/buscar-cui';
    response.writeHead(500, { 'content-type': isFirst ? 'application/json' : 'text/html' });
    response.end(isFirst ? '{}' : '<html>Internal Server Error</html>');
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  const { code, out } = await conformance(...ours(url), '--yes', '--json');
  server.close();
  expect(code).toBe(1);
  const { clauses } = reportSchema.parse(JSON.parse(out));
  expect(clauses.filter(({ state }) => state === 'passed')).toEqual([]);
});
