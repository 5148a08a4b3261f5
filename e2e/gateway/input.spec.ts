import { lookups, omisos, renap, rtu, somebody } from '@/cli/conformance/lookups';
import { expect, expectError, freshRequestId, test } from './fixtures';

/** Bodies that say nothing usable, over all five lookups, and the limit on their size. */

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Malformed {
  readonly title: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const malformed: readonly Malformed[] = [
  { title: '[input.absent] no body at all', headers: JSON_TYPE },
  { title: '[input.absent] an empty body', headers: JSON_TYPE, body: '' },
  { title: '[input.not-json] text that is not JSON', headers: JSON_TYPE, body: 'nit=48217638' },
  { title: '[input.not-json] JSON cut short', headers: JSON_TYPE, body: '{"nit":"482' },
  { title: '[input.not-an-object] a list', headers: JSON_TYPE, body: '[{"nit":"48217638"}]' },
  { title: '[input.not-an-object] null', headers: JSON_TYPE, body: 'null' },
  { title: '[input.not-an-object] a string', headers: JSON_TYPE, body: '"48217638"' },
  { title: '[input.usable-text] an object without fields', headers: JSON_TYPE, body: '{}' },
];

const unusable: readonly unknown[] = ['', ' \t\n\u00a0', 48217638, null, true, {}, ['48217638']];

/** Padding is a field nobody knows, so the size alone differs from an ordinary question. */
function padded(question: object, byteLength: number): Buffer {
  const bare = JSON.stringify({ ...question, relleno: '' });
  const filling = 'a'.repeat(byteLength - Buffer.byteLength(bare));
  return Buffer.from(JSON.stringify({ ...question, relleno: filling }));
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
}

for (const lookup of lookups) {
  const { messages } = lookup;
  const question = lookup.question(somebody);

  for (const { title, headers = {}, body } of malformed) {
    test(`${title} ${lookup.name}`, async ({ api }) => {
      const as = await api.integration();
      const sent = body === undefined ? {} : { body };
      const reply = await api.ask(lookup, { as, headers, ...sent });
      expectError(reply, lookup, 400, messages.incomplete);
      expect(await api.records(as)).toEqual([]);
    });
  }

  for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
    test(`[input.content-type][endpoints.content-type] ${lookup.name} sent as ${type ?? 'nothing'}`, async ({
      api,
    }) => {
      const as = await api.integration();
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
      const body = JSON.stringify(question);
      const reply = await api.ask(lookup, { as, headers, body });
      expectError(reply, lookup, 400, messages.incomplete);
    });
  }

  test(`[endpoints.content-type] ${lookup.name} with a charset and in other case`, async ({
    api,
  }) => {
    const as = await api.integration();
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const reply = await api.ask(lookup, { as, headers, body: JSON.stringify(question) });
    expect(reply.status).toBe(200);
  });

  test(`[input.usable-text] ${lookup.name} with values that are no text`, async ({ api }) => {
    const as = await api.integration();
    for (const value of unusable) {
      const json = lookup === rtu ? { nits: [value] } : { nit: value, cui: value };
      expectError(await api.ask(lookup, { as, json }), lookup, 400, messages.incomplete);
    }
    expect(await api.records(as)).toEqual([]);
  });

  test(`[input.unknown-fields][input.proto] ${lookup.name} ignores what it does not know`, async ({
    api,
  }) => {
    const as = await api.integration();
    const requestId = freshRequestId();
    const [field = '', value] = Object.entries(question)[0] ?? [];
    const known = `"${field}":${JSON.stringify(value)}`;
    const body = `{"__proto__":{"${field}":"x","esAdmin":true},"constructor":1,"otro":[],${known}}`;
    const reply = await api.ask(lookup, { as, headers: JSON_TYPE, body, requestId });
    expect(reply.status).toBe(200);
    const [call] = await api.source.calls(requestId);
    expect(call?.body).toEqual(
      lookup.kind === 'registry' ? question : { ...question, actualizado: false },
    );
  });

  test(`[input.proto] ${lookup.name} takes no identifier from a prototype`, async ({ api }) => {
    const as = await api.integration();
    const body = `{"__proto__":${JSON.stringify({ ...question, ...somebody })}}`;
    const reply = await api.ask(lookup, { as, headers: JSON_TYPE, body });
    expectError(reply, lookup, 400, messages.incomplete);
  });

  test(`[input.duplicate-keys] ${lookup.name} takes the last of equal keys`, async ({ api }) => {
    const as = await api.integration();
    const [field = '', value] = Object.entries(question)[0] ?? [];
    const key = JSON.stringify(field);
    const right = `{${key}:"","nit":0,${key}:${JSON.stringify(value)}}`;
    const wrong = `{${key}:${JSON.stringify(value)},${key}:""}`;
    const replies = [];
    for (const body of [right, wrong]) {
      replies.push((await api.ask(lookup, { as, headers: JSON_TYPE, body })).status);
    }
    expect(replies).toEqual([200, 400]);
  });

  test(`[input.too-large] ${lookup.name} takes exactly 64 KiB`, async ({ api }) => {
    const as = await api.integration();
    for (const body of [
      padded(question, MAX_BODY_BYTES),
      inChunks(padded(question, MAX_BODY_BYTES)),
    ]) {
      expect((await api.ask(lookup, { as, headers: JSON_TYPE, body })).status).toBe(200);
    }
  });

  test(`[input.too-large] ${lookup.name} refuses more, announced`, async ({ api }) => {
    const as = await api.integration();
    const body = padded(question, MAX_BODY_BYTES + 1);
    const reply = await api.ask(lookup, { as, headers: JSON_TYPE, body });
    expectError(reply, lookup, 413, messages.tooLarge);
    expect(reply.headers.connection).toBe('close');
    expect(await api.records(as)).toEqual([]);
  });

  test(`[input.too-large] ${lookup.name} refuses more, in chunks`, async ({ api }) => {
    const as = await api.integration();
    const body = inChunks(padded(question, MAX_BODY_BYTES + 1));
    const reply = await api.ask(lookup, { as, headers: JSON_TYPE, body });
    expectError(reply, lookup, 413, messages.tooLarge);
    expect(reply.headers.connection).toBe('close');
    expect(await api.records(as)).toEqual([]);
  });
}

test('[input.forwarded-as-received] what is around an identifier is not trimmed', async ({
  api,
}) => {
  const as = await api.integration();
  const asked = [
    [renap, { cui: ' 2456 71234 0101 ' }, { cui: ' 2456 71234 0101 ' }],
    [rtu, { nits: [' 4821763-8\t'] }, { nits: [' 4821763-8\t'] }],
    [omisos, { nit: ' 4821763-8 ' }, { nit: ' 4821763-8 ', actualizado: false }],
  ] as const;
  for (const [lookup, json, forwarded] of asked) {
    const requestId = freshRequestId();
    await api.ask(lookup, { as, json, requestId });
    const [call] = await api.source.calls(requestId);
    expect(call?.body).toEqual(forwarded);
  }
});

for (const lookup of lookups) {
  test(`[input.odd-characters] ${lookup.name} with NUL and lone surrogates in the identifier`, async ({
    api,
  }) => {
    const as = await api.integration();
    const requestId = freshRequestId();
    const odd = { nit: '4821\u0000763\ud8008', cui: '2456\u0000712\udc00' };
    const reply = await api.ask(lookup, { as, json: lookup.question(odd), requestId });
    expect(reply.status).toBe(lookup === rtu ? 200 : 404);
    const [call] = await api.source.calls(requestId);
    expect(call?.body).toEqual(
      lookup.kind === 'registry'
        ? lookup.question(odd)
        : { ...lookup.question(odd), actualizado: false },
    );
    const [record] = await api.records(as);
    expect(record?.identifiers).toEqual(lookup.identifiers(odd));
  });
}
