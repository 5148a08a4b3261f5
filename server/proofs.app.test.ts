import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '@/lib/base/process/free-port';
import { PROOF_SAMPLES } from '@/lib/contract/check-samples';
import { byLookup, firstQuestion, LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { proofKeyOf, proofSigner } from '@/lib/keys/proof';
import { projectRoot } from '@/server/paths';
import { wellKnown } from '@/simulator/well-known';
import { prepareSample, runnable } from '@/testing/check-samples';
import { runPasarelaOn } from '@/testing/command';
import { ask } from '@/testing/http';
import { createTestIntegration } from '@/testing/integration';
import { asOwner } from '@/testing/postgres';
import { startProgram } from '@/testing/program';
import { actionIds } from '@/testing/reachable';
import { startTestRedis } from '@/testing/redis';
import { credentials } from '@/testing/requests';
import { partsWithDatabase, sharedHarness } from '@/testing/shared-parts';
import { signIn } from '@/testing/signed-in';

const OLD = 'the secret that signed proofs until now 1';
const NEW = 'the secret that signs proofs from now on 2';
const NEXTAUTH_URL = 'http://pasarela.example';

const harness = await sharedHarness({ NEXTAUTH_URL }, await partsWithDatabase());
const app = await harness.startApp({ PROOF_KEY: OLD });
const switches = { proofs_enabled: true };
const integration = await createTestIntegration(harness.databaseUrl, { switches });
const folder = await mkdtemp(join(tmpdir(), 'pasarela-proofs-'));
afterAll(() => rm(folder, { recursive: true }));

const { nit } = wellKnown.individual;
const inputs = byLookup((lookup) => firstQuestion(lookup).body);

async function proven(lookup: (typeof LOOKUPS)[number], url = app.url) {
  const { path } = lookupFacts[lookup];
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { ...credentials(integration), 'content-type': 'application/json' },
    body: JSON.stringify(inputs[lookup]),
  });
  const body = await answer.text();
  return { status: answer.status, body, proof: answer.headers.get('x-consulta-constancia') ?? '' };
}

const keySet = async (url = app.url): Promise<JSONWebKeySet> =>
  (await fetch(`${url}/.well-known/jwks.json`)).json();

async function verifyOnline(
  constancia: string,
  sha256: string,
  url = app.url,
  identificadores = '',
) {
  const answer = await fetch(`${url}/verificar/comprobar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ constancia, sha256, identificadores }),
  });
  return answer.json();
}

/** As `sha256sum` prints it. */
function sha256(text: string | Buffer): string {
  return `${createHash('sha256').update(text).digest('hex')}  answer.json\n`;
}

/** The configuration of a proxy that compresses answers. */
const compressing = (port: number, target: number) => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend all
  bind 127.0.0.1:${port}
  default_backend app
backend app
  compression algo gzip
  compression type application/json
  server app 127.0.0.1:${target}
`;

/** Asks with curl; returns the headers and the body after decoding. */
async function curl(url: string, ...options: string[]) {
  const [file, told] = [join(folder, 'curl.json'), join(folder, 'curl.txt')];
  const sent = { ...credentials(integration), 'content-type': 'application/json' };
  const headers = Object.entries(sent).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const question = ['-d', JSON.stringify(inputs.omisos), url + lookupFacts.omisos.path];
  const output = ['-sS', '--fail', '-o', file, '-D', told];
  await promisify(execFile)('curl', [...output, ...options, ...headers, ...question]);
  const [, ...lines] = (await readFile(told, 'utf8')).trim().split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name, value.join(': ')];
  });
  return { headers: new Headers(pairs), body: await readFile(file) };
}

describe('proofs', () => {
  it.each(LOOKUPS)('of %s verify with the served keys', async (lookup) => {
    const { status, body, proof } = await proven(lookup);
    expect(status).toBe(200);
    const { payload } = await compactVerify(proof, createLocalJWKSet(await keySet()));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      iss: NEXTAUTH_URL,
      int: integration.nombre,
      con: lookup,
      est: 200,
      cnt: 'found',
    });
    const who = Object.values(inputs[lookup]).flat().join(' ');
    expect(await verifyOnline(proof, sha256(body), app.url, who)).toMatchObject({
      fault: null,
      key: 'signing',
      answer: 'same',
      record: 'known',
      identifiers: 'same',
    });
    expect(await verifyOnline(proof, '', app.url, `${who} 1`)).toMatchObject({
      fault: null,
      answer: 'not_given',
      identifiers: 'other',
    });
    const rewritten = JSON.stringify(JSON.parse(body), undefined, 1);
    expect(await verifyOnline(proof, sha256(rewritten))).toMatchObject({ answer: 'other' });
  });

  it('verify of an answer that was compressed on its way, or came by HTTP/1.0', async () => {
    const port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    await writeFile(file, compressing(port, Number(new URL(app.url).port)));
    const url = `http://127.0.0.1:${port}`;
    const args = ['-db', '-f', file];
    const proxy = await startProgram({ program: 'haproxy', args, readyUrl: `${url}/health` });
    try {
      const compressed = await curl(url, '--http1.1', '--compressed');
      expect(compressed.headers.get('content-encoding')).toBe('gzip');
      const old = await curl(app.url, '--http1.0');
      expect(old.headers.has('content-encoding')).toBe(false);
      for (const { headers, body } of [compressed, old]) {
        const proof = headers.get('x-consulta-constancia') ?? '';
        const verified = await verifyOnline(proof, sha256(body));
        expect(verified).toMatchObject({ fault: null, answer: 'same' });
      }
    } finally {
      await proxy.stop();
    }
  });

  it('verify of the files that the Python client writes of a batch', async () => {
    await writeFile(join(folder, 'batch.csv'), `NIT\n${nit}\n`);
    const program = join(projectRoot, 'clients/python/pasarela.py');
    const question = [
      '--consulta',
      'omisos',
      '--columna',
      'NIT',
      '--tope',
      '1',
      '--tarifa',
      '0.50',
    ];
    const { nombre, token } = integration;
    const env = { PASARELA_URL: app.url, PASARELA_LOGIN: nombre, PASARELA_TOKEN: token };
    const args = [program, join(folder, 'batch.csv'), ...question, '--si'];
    const run = await promisify(execFile)('python3', args, { env: { ...process.env, ...env } });
    expect(run.stdout).toContain('Listo');
    const base = join(folder, 'batch.constancias/1');
    const [proof, body] = await Promise.all([
      readFile(`${base}.constancia`, 'utf8'),
      readFile(`${base}.json`),
    ]);
    expect(await verifyOnline(proof, sha256(body))).toMatchObject({ fault: null, answer: 'same' });
  });

  it('are not made of errors, nor for integrations that do not ask for them', async () => {
    const missing = await ask(app.url, '/catalogos/rtu', integration, { nit: '11111111' });
    const other = await createTestIntegration(harness.databaseUrl);
    const plain = await ask(app.url, '/catalogos/rtu', other, { nit });
    const made = [missing, plain].map(({ headers }) => headers['x-consulta-constancia']);
    expect([missing.status === 200, plain.status, made]).toEqual([
      false,
      200,
      [undefined, undefined],
    ]);
  });

  it.each(runnable(PROOF_SAMPLES))(
    'of all lookups verify with the %s of the guide, and fail for another body, signature or key',
    async (language) => {
      const work = await mkdtemp(join(folder, 'sample-'));
      const run = prepareSample(language, PROOF_SAMPLES[language], work);
      const { keys } = await keySet();
      const { x } = keys[0] ?? {};
      const otherX = proofKeyOf(NEW).publicKey.toString('base64url');
      for (const lookup of LOOKUPS) {
        const { body, proof } = await proven(lookup);
        const files = { 'proof.txt': `${proof}\n`, 'answer.json': body };
        const good = run(files, { x });
        expect(good.said, good.stderr).toEqual(['true', 0]);
        const [head, payload, signature] = proof.split('.');
        const altered = signature?.startsWith('A')
          ? `B${signature.slice(1)}`
          : `A${signature?.slice(1)}`;
        const forged = `${head}.${payload}.${altered}\n`;
        expect(run({ ...files, 'answer.json': `${body}\n` }, { x }).said).toEqual(['false', 1]);
        expect(run({ ...files, 'proof.txt': forged }, { x }).said).toEqual(['false', 1]);
        expect(run(files, { x: otherX }).said).toEqual(['false', 1]);
      }
    },
    120_000,
  );

  it('cannot be switched on without a key, and no page says that answers carry them', async () => {
    const { url } = await harness.startApp({ PROOF_KEY: '' }, 'next');
    const { cookie } = await signIn(url, harness.databaseUrl, 'admin');
    const page = `${url}/console/integrations/${integration.nombre}`;
    const shown = await fetch(page, { headers: { cookie } });
    expect(await shown.text()).toContain('le falta PROOF_KEY');
    const { nombre } = await createTestIntegration(harness.databaseUrl);
    const switched = await fetch(page, {
      method: 'POST',
      headers: {
        'next-action': actionIds().get('ui/actions/integrations.ts#setIntegration') ?? '',
        'content-type': 'text/plain;charset=UTF-8',
        'sec-fetch-site': 'same-origin',
        cookie,
      },
      body: JSON.stringify([{ nombre, expected: 1, switches }]),
    });
    expect(await switched.text()).toContain('proof_key_missing');
  });

  it('hold after their secret is gone, until their key is declared compromised', async () => {
    const { body, proof } = await proven('cui-nit');
    const later = await harness.startApp({ PROOF_KEY: NEW });
    expect(await verifyOnline(proof, sha256(body), later.url)).toMatchObject({ fault: null });
    const [kept, fresh] = (await keySet(later.url)).keys;
    expect(fresh?.kid).not.toBe(kept?.kid);
    const [proofFile, answerFile] = [join(folder, 'proof'), join(folder, 'answer')];
    await writeFile(proofFile, proof);
    await writeFile(answerFile, body);
    const run = (...args: string[]) => {
      vi.stubEnv('NEXTAUTH_URL', NEXTAUTH_URL);
      return runPasarelaOn(harness.databaseUrl, ...args);
    };
    const verify = ['proof', 'verify', proofFile, '--answer', answerFile];
    expect(await run(...verify)).toMatchObject({ code: 0 });
    vi.stubEnv('PROOF_KEY', `${NEW},${OLD}`);
    expect(await run(...verify, '--identifiers', nit)).toMatchObject({ code: 0 });
    vi.stubEnv('PROOF_KEY', `${NEW},${OLD}`);
    expect(await run(...verify, '--identifiers', '1')).toMatchObject({
      code: 1,
      err: expect.stringContaining('other identifiers'),
    });
    expect(await verifyOnline(proof, '', later.url, nit)).toMatchObject({ identifiers: 'unknown' });
    expect(await run('keys', 'compromise', String(kept?.kid))).toMatchObject({ code: 0 });
    expect(await run(...verify)).toMatchObject({ code: 1 });
    expect(await verifyOnline(proof, sha256(body), later.url)).toMatchObject({
      fault: null,
      key: 'compromised',
      record: 'known',
    });
    expect(await later.stop()).toBe(0);
  });

  it('of a query whose record is gone are known by their charge alone', async () => {
    const [free, charged] = [await proven('renap'), await proven('omisos')];
    const known = async ({ proof }: typeof free) => (await verifyOnline(proof, '')).record;
    expect([await known(free), await known(charged)]).toEqual(['known', 'known']);
    await asOwner(harness.databaseUrl, 'TRUNCATE query_records');
    expect([await known(free), await known(charged)]).toEqual(['unknown', 'known']);
  });

  it('are known only with the lookup, integration and time that are kept of their query', async () => {
    const { proof } = await proven('omisos');
    const { jti } = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
    // As somebody with the stolen key signs.
    const sign = proofSigner(OLD, NEXTAUTH_URL);
    const facts = { jti, int: integration.nombre, con: 'omisos', cnt: 'found' } as const;
    const record = async (forged: string) => (await verifyOnline(forged, '')).record;
    const other = await createTestIntegration(harness.databaseUrl);
    const unknown = { fault: null, record: 'unknown' };
    const late = () => {
      vi.setSystemTime(Date.now() + 70_000);
      const forged = sign(facts, [], '{}');
      vi.useRealTimers();
      return forged;
    };
    expect(await record(sign(facts, [], '{}'))).toBe('known');
    expect(await verifyOnline(sign({ ...facts, con: 'rtu' }, [], '{}'), '')).toMatchObject(unknown);
    const others = [sign({ ...facts, int: other.nombre }, [], '{}'), late()];
    expect(await Promise.all(others.map(record))).toEqual(['unknown', 'unknown']);
    expect(await verifyOnline(sign({ ...facts, jti: 'no id' }, [], '{}'), '')).toMatchObject({
      fault: 'malformed',
    });
    await asOwner(harness.databaseUrl, 'TRUNCATE query_records');
    expect(await Promise.all([proof, ...others].map(record))).toEqual([
      'known',
      'unknown',
      'unknown',
    ]);
  });

  it('are compared with identifiers twenty times a day by all instances together', async () => {
    const redis = await startTestRedis();
    const variables = { PROOF_KEY: OLD, REDIS_URL: redis.url };
    const apps = [await harness.startApp(variables), await harness.startApp(variables)];
    const client = new Redis(redis.url);
    try {
      // Until its connection is made, an instance counts alone.
      for (const [at, { url }] of apps.entries()) {
        const { proof } = await proven('omisos');
        const counted = async () => {
          await verifyOnline(proof, '', url, '1');
          return (await client.keys('*:proof:*')).length;
        };
        await expect.poll(counted, { interval: 1_000, timeout: 10_000 }).toBe(at + 1);
      }
      const [guessed, untouched] = [await proven('omisos'), await proven('omisos')];
      const right = Object.values(inputs.omisos).flat().join(' ');
      const match = async ({ proof }: typeof guessed, who: string, n: number) =>
        (await verifyOnline(proof, '', apps[n % 2]?.url, who)).identifiers;
      for (let n = 0; n < 19; n += 1) expect(await match(guessed, String(n), n)).toBe('other');
      expect(await match(guessed, right, 0)).toBe('same');
      expect([await match(guessed, right, 0), await match(guessed, right, 1)]).toEqual([
        'other',
        'other',
      ]);
      expect(await match(guessed, '', 1)).toBe('not_given');
      expect(await match(untouched, right, 1)).toBe('same');
      const lines = apps
        .map((one) => one.output())
        .join('')
        .split('\n');
      const told = lines.filter((line) => line.includes('proof_checks_used_up'));
      expect(told).toHaveLength(1);
      expect(told.join()).not.toContain(right);
    } finally {
      client.disconnect();
      await Promise.all(apps.map((one) => one.stop()));
      await redis.close();
    }
  });

  it('are verified thirty times a minute for an address', async () => {
    const ask = () => fetch(`${app.url}/verificar/comprobar`, { method: 'POST' });
    // Thirty in each of the two minutes that these may touch.
    const answers = await Promise.all(Array.from({ length: 61 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
