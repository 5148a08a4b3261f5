import fc from 'fast-check';
import { MAX_NITS } from '@/lib/contract/lookups/rtu';
import { MAX_BODY_BYTES } from '@/lib/contract/requests';
import { anyText, type Lexicon, type Question, type QuestionSchema, questions } from './schema';

export interface Body {
  /** What the document admits, within the size that it admits. */
  readonly admitted: boolean;
  /** Absent: the request has no body. */
  readonly content?: string | Buffer;
}

/** Bodies of every kind: admitted, nearly so, and nothing of the sort. */
export function bodies(schema: QuestionSchema, lexicon: Lexicon): fc.Arbitrary<Body> {
  const admitted = questions(schema, lexicon);
  const written = admitted.map((question) => JSON.stringify(question));
  return fc.oneof(
    { weight: 50, arbitrary: written.map((content) => ({ admitted: true, content })) },
    { weight: 25, arbitrary: changed(schema, admitted).map(json) },
    { weight: 6, arbitrary: fc.jsonValue().map(json) },
    { weight: 4, arbitrary: cut(written).map(broken) },
    { weight: 3, arbitrary: anyText.map(broken) },
    {
      weight: 3,
      arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => broken(Buffer.from(bytes))),
    },
    { weight: 3, arbitrary: padded(admitted) },
    { weight: 2, arbitrary: twice(written).map(broken) },
    { weight: 2, arbitrary: nested().map(broken) },
    { weight: 2, arbitrary: fc.constant({ admitted: false }) },
  );
}

function broken(content: string | Buffer): Body {
  return { admitted: false, content };
}

function json(value: unknown): Body {
  return broken(JSON.stringify(value));
}

/** One field is of another type, or away, or there are fields that nobody knows. */
function changed(
  { properties }: QuestionSchema,
  admitted: fc.Arbitrary<Question>,
): fc.Arbitrary<unknown> {
  const names = fc.constantFrom(...Object.keys(properties));
  const other = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', ' \t', '\u00a0', 'true', null, 0, -1, 1e308, [], {}, [null], [['']]),
    fc.array(fc.constantFrom('48217638', '7001541'), {
      minLength: MAX_NITS - 1,
      maxLength: 4 * MAX_NITS,
    }),
  );
  const unknown = fc.oneof(anyText, fc.constantFrom('__proto__', 'constructor', 'toString', ''));
  return fc.oneof(
    fc.tuple(admitted, names, other).map(([question, name, value]) => ({
      ...question,
      [name]: value,
    })),
    fc.tuple(admitted, names).map(([question, name]) => ({ ...question, [name]: undefined })),
    fc
      .tuple(admitted, unknown, fc.jsonValue())
      .map(([question, name, value]) =>
        Object.fromEntries([[name, value], ...Object.entries(question)]),
      ),
  );
}

function cut(written: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(written, fc.nat(200)).map(([text, at]) => text.slice(0, at % text.length));
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

/** Around the largest size, by a field that nobody knows. */
function padded(admitted: fc.Arbitrary<Question>): fc.Arbitrary<Body> {
  const sizes = fc.oneof(
    fc.integer({ min: MAX_BODY_BYTES - 2, max: MAX_BODY_BYTES + 2 }),
    fc.integer({ min: MAX_BODY_BYTES, max: 3 * MAX_BODY_BYTES }),
  );
  return fc.tuple(admitted, sizes).map(([question, byteLength]) => {
    const bare = JSON.stringify({ ...question, relleno: '' });
    const filling = 'a'.repeat(Math.max(0, byteLength - Buffer.byteLength(bare)));
    const content = JSON.stringify({ ...question, relleno: filling });
    return { admitted: Buffer.byteLength(content) <= MAX_BODY_BYTES, content };
  });
}
