import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import {
  createClient,
  normalizeCui,
  normalizeNit,
  PasarelaError,
  REVISION,
  unwrap,
} from '@pasarela/client';

/** Runs on any Node that the client supports, against the running app named in the environment. */
const {
  url: baseUrl,
  integrations,
  people,
  identifiers,
} = JSON.parse(process.env.PASARELA_CLIENT_TEST ?? '{}');
const client = (who, more = {}) => createClient({ baseUrl, ...integrations[who], ...more });

/** The error of a result that must be one. */
function failed(result) {
  assert.equal(result.ok, false);
  assert.ok(result.error instanceof PasarelaError);
  return result.error;
}

function facts({ kind, status, charged, retrySafe, retry, contact, reason, attempts }) {
  return { kind, status, charged, retrySafe, retry, contact, reason, attempts };
}

describe('successes', () => {
  it('of the five lookups have the data of the contract', async () => {
    const rich = client('rich');
    const { nit, cui } = people.individual;
    const person = unwrap(await rich.searchRenapByCui({ cui }));
    assert.equal(person.success, true);
    const batch = unwrap(await rich.searchRtuByNits({ nits: [nit] }));
    assert.equal(batch.data?.length, 1);
    assert.equal(unwrap(await rich.lookupCuiNit({ nit })).cui, cui);
    assert.equal(unwrap(await rich.lookupRtuV2({ cui })).nit, nit);
    assert.equal(unwrap(await rich.lookupOmisos({ nit, actualizado: true })).nit, nit);
  });

  it('tell request id, limit, receipt and repetition', async () => {
    const requestId = `client-${randomUUID()}`;
    const idempotencyKey = randomUUID();
    const ask = () =>
      client('receipts').lookupCuiNit(
        { nit: people.individual.nit },
        { requestId, idempotencyKey },
      );
    const first = await ask();
    const second = await ask();
    assert.ok(first.ok && second.ok);
    assert.equal(first.requestId, requestId);
    assert.ok(first.rateLimit && first.rateLimit.remaining >= second.rateLimit.remaining);
    assert.match(first.receipt?.queryId ?? '', /^[0-9a-f-]{36}$/);
    assert.deepEqual([first.receipt?.charged, second.receipt?.charged], ['0.50', '0.00']);
    assert.equal(first.receipt?.available, second.receipt?.available);
    assert.deepEqual([first.repeated, second.repeated], [false, true]);
  });

  it('of the person registry include its own answer of nobody', async () => {
    const result = await client('rich').searchRenapByCui({ cui: people['status-404'].cui });
    assert.ok(result.ok);
    assert.deepEqual([result.status, result.data.success], [404, false]);
  });
});

describe('errors', () => {
  const nit = () => people.individual.nit;
  const rich = () => client('rich');
  /** Status, reason, kind, when to retry and whom to ask, for the call that causes the error. */
  const rows = {
    '400 input_invalid bad_request corrected you': () =>
      rich().lookupCuiNit({ nit: nit(), actualizado: 'true' }),
    '401 credentials_unknown unauthorized corrected administrator': () =>
      client('rich', { token: 'wrong' }).lookupCuiNit({ nit: nit() }),
    '402 no_balance payment_required resolved administrator': () =>
      client('poor').lookupCuiNit({ nit: nit() }),
    '403 not_enabled forbidden resolved administrator': () =>
      client('disabled').searchRtuByNits({ nits: [nit()] }),
    '404 source_not_found not_found later nobody': () =>
      rich().lookupRtuV2({ nit: people['status-404'].nit }),
    '401 source_rejected_credentials unauthorized resolved support': () =>
      rich().lookupOmisos({ nit: people['status-401'].nit }),
    '429 source_limited rate_limited minutes nobody': () =>
      rich().lookupOmisos({ nit: people['status-429'].nit }),
    '502 source_unavailable unavailable backoff nobody': () =>
      client('rich', { retries: 0 }).lookupOmisos({ nit: people['status-503'].nit }),
    '500 source_unavailable server_error backoff nobody': () =>
      rich().searchRenapByCui({ cui: people['status-503'].cui }),
    '400 too_many_nits bad_request corrected you': () =>
      rich().searchRtuByNits({ nits: Array(51).fill(nit()) }),
  };
  for (const [row, ask] of Object.entries(rows)) {
    const [status, reason, kind, retry, contact] = row.split(' ');
    it(`${status} ${reason}`, async () => {
      const error = failed(await ask());
      const known = { charged: 'no', retrySafe: true, attempts: 1, status: Number(status) };
      assert.deepEqual(facts(error), { ...known, reason, kind, retry, contact });
      assert.ok(error.requestId);
    });
  }

  it('of a key used with another body, thrown when unwrapped', async () => {
    const idempotencyKey = randomUUID();
    unwrap(await client('rich').lookupCuiNit({ nit: nit() }, { idempotencyKey }));
    const again = await client('rich').lookupCuiNit(
      { cui: people.individual.cui },
      { idempotencyKey },
    );
    assert.throws(() => unwrap(again), { name: 'PasarelaError', kind: 'key_reused', status: 422 });
  });
});

describe('what happens on the way', () => {
  const answers = [];
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    (answers.shift() ?? (() => {}))(response);
  });
  let near;
  const say =
    (status, body, type = 'application/json') =>
    (response) =>
      response
        .writeHead(status, { 'content-type': type, 'x-request-id': 'of-the-server' })
        .end(body);
  const unavailable = say(
    502,
    '{"message":"El servicio de consultas no esta disponible en este momento."}',
  );
  const found = say(200, '{"data":{"nit":"1"}}');
  const secret = `pas_dev_${randomUUID()}`;
  const nearby = (more) =>
    createClient({
      baseUrl: `${near}/behind/`,
      login: 'some-login',
      token: secret,
      backoffMs: 1,
      ...more,
    });
  const lookup = (more, options) => {
    asked = 0;
    return nearby(more).lookupCuiNit({ nit: '4821-unique-7' }, options);
  };

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    near = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('a 502 is asked again until it is answered', async () => {
    answers.push(unavailable, unavailable, found);
    const result = await lookup();
    assert.deepEqual([result.ok, result.attempts, asked], [true, 3, 3]);
  });

  it('a 502 is asked again so often and no more', async () => {
    answers.push(unavailable, unavailable, unavailable);
    const error = failed(await lookup({ retries: 2 }));
    assert.deepEqual([error.kind, error.attempts, asked], ['unavailable', 3, 3]);
  });

  for (const status of [429, 500, 503, 401]) {
    it(`a ${status} is not asked again`, async () => {
      answers.push(say(status, '{"message":"any"}'), found);
      failed(await lookup());
      assert.equal(asked, 1);
      answers.length = 0;
    });
  }

  it('a 500 of a billed lookup may have been charged', async () => {
    answers.push(say(500, '{"message":"Algo salió mal"}'));
    assert.deepEqual(facts(failed(await lookup())), {
      kind: 'server_error',
      status: 500,
      charged: 'possible',
      retrySafe: false,
      retry: 'minutes',
      contact: 'support',
      reason: 'unresolved',
      attempts: 1,
    });
  });

  it('the limit per address is plain text', async () => {
    answers.push(say(429, 'Too many requests, please try again later.', 'text/plain'));
    assert.equal(failed(await lookup()).reason, 'global_limit');
  });

  it('a page of a proxy is no answer of the contract', async () => {
    for (const [status, body] of [
      [200, '<html>'],
      [502, '<html>'],
      [200, '[1]'],
      [200, '{"data":1}'],
    ]) {
      answers.push(say(status, body, body.startsWith('<') ? 'text/html' : 'application/json'));
      const error = failed(await lookup({ retries: 0 }));
      assert.deepEqual([error.kind, error.charged], ['unexpected_answer', 'possible']);
    }
  });

  it('another address gets no credentials', async () => {
    answers.push((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    assert.equal(failed(await lookup()).kind, 'unexpected_answer');
    assert.equal(asked, 1);
  });

  it('silence ends with the time-out, an abort at once, also while pausing', async () => {
    const late = failed(await lookup({ timeoutMs: 20 }));
    assert.deepEqual([late.kind, late.charged, late.retry], ['timeout', 'possible', 'ask_first']);
    const asking = new AbortController();
    const waiting = lookup({}, { signal: asking.signal });
    asking.abort();
    assert.equal(failed(await waiting).kind, 'aborted');
    const pausing = new AbortController();
    answers.push((response) => {
      unavailable(response);
      response.once('finish', () => setImmediate(() => pausing.abort()));
    });
    const paused = lookup({ backoffMs: 60_000_000 }, { signal: pausing.signal });
    assert.equal(failed(await paused).kind, 'aborted');
    assert.equal(failed(await lookup({}, { signal: AbortSignal.abort() })).kind, 'aborted');
  });

  it('a connection that breaks is told, without token or question', async () => {
    answers.push((response) => response.socket.destroy());
    const error = failed(await lookup());
    assert.deepEqual([error.kind, error.charged], ['network', 'possible']);
    answers.push(say(401, '{"message":"no"}'));
    for (const one of [error, failed(await lookup())]) {
      const everything = `${one.stack}${JSON.stringify(one)}${String(one.cause)}`;
      assert.ok(!everything.includes(secret) && !everything.includes('4821-unique-7'));
    }
  });

  it('credentials and addresses that no request can carry are refused without being shown', () => {
    for (const bad of [
      { token: `${secret}\n` },
      { login: 'a b' },
      { baseUrl: 'api.example' },
      { baseUrl: 'ftp://x' },
    ]) {
      assert.throws(
        () => nearby(bad),
        (error) => error instanceof TypeError && !error.message.includes(secret),
      );
    }
  });
});

it('names the revision of the contract that it was built from', () => {
  assert.match(REVISION, /^\d{4}-\d{2}-\d{2}$/);
});

it('writes identifiers as sources do, and warns of wrong ones', () => {
  for (const { kind, text, value, warning } of identifiers) {
    const normalized = kind === 'nit' ? normalizeNit(text) : normalizeCui(text);
    assert.deepEqual(normalized, { value, warning: warning ?? undefined }, text);
  }
});
