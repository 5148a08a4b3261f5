import fc from 'fast-check';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import { MAX_NITS } from '@/lib/contract/lookups/rtu';
import type { SandboxRow } from '@/lib/contract/sandbox';

export type Content = string | Buffer;
type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Any JavaScript string: also half a surrogate pair, NUL, right-to-left marks. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => {
    return String.fromCharCode(...units);
  }),
);

/** Bodies of every kind, most of them admitted; without one, the request has no body. */
export function bodies(
  names: readonly string[],
  known: readonly SandboxRow[],
): fc.Arbitrary<Content | undefined> {
  const fields = Object.fromEntries(names.map((name) => [name, valuesOf(name, known)]));
  const requests = fc.oneof(...names.map((name) => fc.record(fields, { requiredKeys: [name] })));
  const written = requests.map((request) => JSON.stringify(request));
  return fc.oneof(
    { weight: 50, arbitrary: written },
    { weight: 25, arbitrary: changed(fields, requests).map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: cut(written) },
    { weight: 3, arbitrary: anyText },
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 3, arbitrary: padded(requests) },
    { weight: 2, arbitrary: twice(written) },
    { weight: 2, arbitrary: nested() },
    { weight: 2, arbitrary: fc.constant(undefined) },
  );
}

/** Generates values as the document describes them, by the name of their field. */
function valuesOf(name: string, known: readonly SandboxRow[]): fc.Arbitrary<unknown> {
  const nit = text(known.map((row) => row.nit));
  switch (name) {
    case 'nit':
      return nit;
    case 'nits':
      return fc.array(nit, { minLength: 1, maxLength: MAX_NITS });
    case 'cui':
      return text(known.flatMap(({ cui }) => cui ?? []));
    case 'actualizado':
      return fc.boolean();
    case 'date_of_birth':
      return text(['1985-03-14', '1988-04-17', '14/03/1985', '']);
    default:
      throw new Error(`No values are known for the field ${name}.`);
  }
}

function text(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, anyText);
}

/** One field has another type or is absent, or there is a field that nobody knows. */
function changed(fields: Fields, requests: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  const names = fc.constantFrom(...Object.keys(fields));
  const other = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', ' \t', '\u00a0', 'true', null, 0, -1, 1e308, [], {}, [null], [['']]),
    fc.array(fc.constantFrom('48217638', '7001541'), {
      minLength: MAX_NITS - 1,
      maxLength: 4 * MAX_NITS,
    }),
  );
  const unknown = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toString', ''));
  const withField = ([request, name, value]: [object, string, unknown]) =>
    Object.fromEntries([...Object.entries(request), [name, value]]);
  return fc.oneof(
    fc.tuple(requests, names, other).map(withField),
    fc.tuple(requests, names, fc.constant(undefined)).map(withField),
    fc.tuple(requests, unknown, fc.jsonValue()).map(withField),
  );
}

function cut(written: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(written, fc.nat(200)).map(([json, at]) => json.slice(0, at % json.length));
}

/** Two objects in one, or one after the other. */
function twice(written: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(written, written, fc.boolean())
    .map(([one, other, merged]) =>
      merged ? `${one.slice(0, -1)},${other.slice(1)}` : one + other,
    );
}

function nested(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom('nit', 'nits', 'cui', 'otro'))
    .map(([depth, name]) => `{"${name}":${'['.repeat(depth)}${']'.repeat(depth)}}`);
}

/** Pads bodies to about the largest size with an unknown field. */
function padded(requests: fc.Arbitrary<object>): fc.Arbitrary<string> {
  const sizes = fc.oneof(
    fc.integer({ min: MAX_BODY_BYTES - 2, max: MAX_BODY_BYTES + 2 }),
    fc.integer({ min: MAX_BODY_BYTES, max: 3 * MAX_BODY_BYTES }),
  );
  return fc.tuple(requests, sizes).map(([request, byteLength]) => {
    const bare = JSON.stringify({ ...request, relleno: '' });
    const filling = 'a'.repeat(Math.max(0, byteLength - Buffer.byteLength(bare)));
    return JSON.stringify({ ...request, relleno: filling });
  });
}
