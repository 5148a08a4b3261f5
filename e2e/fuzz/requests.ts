import fc from 'fast-check';
import { freshAddress } from '@/e2e/gateway/entry-point';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { sandboxRows } from '@/lib/contract/sandbox';
import { bodies } from './bodies';
import type { Caller, Cast } from './cast';
import { type Lexicon, readQuestionSchema } from './schema';

export interface Generated {
  readonly method: string;
  readonly address: string;
  /** Pairs, because some names come twice. */
  readonly headers: readonly Header[];
  readonly content?: string | Buffer;
  /** The document admits this question, whoever asks it: it must not be refused as malformed. */
  readonly admitted: boolean;
}

type Header = readonly [name: string, value: string];
type Headers = fc.Arbitrary<readonly Header[]>;

/** From here more requests come than one address may make. */
export const CROWDED = '203.0.113.7';

/** Take seconds or megabytes each; the tests ask for them once. */
const COSTLY: ReadonlySet<string> = new Set([
  'slow',
  'hang',
  'trickle',
  'limit-size',
  'oversized',
  'oversized-chunked',
  'gzip-bomb',
  'deep-nesting',
]);
const INTERNAL_ERROR = 500;

/** Requests to a lookup, as its schema in the document admits them and in every way otherwise. */
export function requestsTo(
  lookup: Lookup,
  document: OpenApiDocument,
  cast: Cast,
): fc.Arbitrary<Generated> {
  const { path } = lookupFacts[lookup];
  const schema = readQuestionSchema(schemaOf(document, path));
  const keys = idempotencyKeys();
  const named = [callers(cast), contentTypes, keys, requestIds, addresses, oddities] as const;
  return fc
    .tuple(methods, addressesOf(path), fc.tuple(...named), bodies(schema, lexiconOf(lookup)))
    .map(([method, address, headers, { admitted, content }]) => ({
      method,
      address,
      headers: headers.flat(),
      ...(content === undefined ? {} : { content }),
      admitted: admitted && headers[1] === SENT_AS_JSON,
    }));
}

function schemaOf({ paths, components }: OpenApiDocument, path: string): unknown {
  const reference = paths[path]?.post.requestBody.content['application/json']?.schema.$ref;
  return components.schemas[String(reference).split('/').at(-1) ?? ''];
}

/** Whom the sandbox knows, less who makes a registry fail: that is a 500 by contract. */
function lexiconOf(lookup: Lookup): Lexicon {
  const rows = sandboxRows.filter(
    ({ id, outcomes }) => !COSTLY.has(id) && outcomes[lookup]?.status !== INTERNAL_ERROR,
  );
  const nits = rows.map(({ nit }) => nit);
  return {
    nit: nits,
    nits,
    cui: rows.flatMap(({ cui }) => (cui === null ? [] : [cui])),
    date_of_birth: ['1985-03-14', '1988-04-17', '14/03/1985', ''],
  };
}

const methods = fc.oneof(
  { weight: 30, arbitrary: fc.constant('POST') },
  fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'),
);

/** The second goes through Next's router. */
function addressesOf(path: string): fc.Arbitrary<string> {
  const dotted = path.replace(/\/([^/]+)$/, '/./$1');
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(path) },
    fc.constant(dotted),
    fc.webQueryParameters({ size: 'small' }).map((query) => `${path}?${query}`),
  );
}

function one(name: string, value: string): readonly Header[] {
  return [[name, value]];
}

const SENT_AS_JSON: readonly Header[] = one('content-type', 'application/json');
const contentTypes: Headers = fc.oneof(
  { weight: 20, arbitrary: fc.constant(SENT_AS_JSON) },
  fc
    .constantFrom(
      'Application/JSON; charset=utf-8',
      'application/json; charset=latin1',
      'application/jsonp',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      ';',
      '',
    )
    .map((type) => one('content-type', type)),
  fc.constant([]),
);

/** What a header may carry: visible ASCII, blanks and Latin-1. */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 80,
  })
  .map((codes) => String.fromCharCode(...codes));
const longText = fc.integer({ min: 1_000, max: 6_000 }).map((length) => 'x'.repeat(length));

function credentials({ nombre, token }: Caller): readonly Header[] {
  return [
    ['x-integracion-login', nombre],
    ['x-integracion-token', token],
  ];
}

function callers({ ordinary, busy, receipts, poor, disabled, suspended }: Cast): Headers {
  const known = fc.constantFrom(...ordinary);
  const odd = fc.oneof(headerText, longText);
  const wrong: Headers = fc.oneof(
    fc.constant([]),
    known.map((caller) => credentials(caller).slice(0, 1)),
    known.map((caller) => credentials(caller).slice(1)),
    fc.tuple(known, odd).map(([{ nombre }, token]) => credentials({ nombre, token })),
    fc.tuple(known, odd).map(([{ token }, nombre]) => credentials({ nombre, token })),
    known.map((caller) => [...credentials(caller), ...credentials(caller)]),
    fc.constantFrom(suspended, disabled).map(credentials),
  );
  return fc.oneof(
    { weight: 60, arbitrary: known.map(credentials) },
    {
      weight: 5,
      arbitrary: known.map(({ nombre, token }) =>
        credentials({ nombre: nombre.toUpperCase(), token }),
      ),
    },
    { weight: 6, arbitrary: fc.constantFrom(receipts, poor, busy).map(credentials) },
    { weight: 6, arbitrary: fc.constant(credentials(busy)) },
    { weight: 20, arbitrary: wrong },
  );
}

/** Few, so that they meet again with the same question and with others, also while it is under way. */
function idempotencyKeys(): Headers {
  const named = (key: string) => one('idempotency-key', key);
  return fc.oneof(
    { weight: 14, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.constantFrom('clave-1', 'clave-2').map(named) },
    { weight: 2, arbitrary: fc.uuid().map(named) },
    fc.oneof(headerText, fc.constantFrom('x'.repeat(256), '', ' ')).map(named),
    fc.constant([...named('clave-1'), ...named('clave-2')]),
  );
}

const requestIds: Headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/).map((id) => one('x-request-id', id)),
  fc.oneof(headerText, longText).map((id) => one('x-request-id', id)),
);

/** Each comes from an address of its own, as its reverse proxy tells, but for a few. */
const addresses: Headers = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constant('x-forwarded-for').map((name) => one(name, freshAddress())),
  },
  fc.constantFrom(CROWDED, 'nonsense', '', ',,,').map((list) => one('x-forwarded-for', list)),
);

const oddities: Headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(
    fc.oneof(
      fc.tuple(
        fc.constantFrom(
          'accept',
          'accept-encoding',
          'accept-language',
          'authorization',
          'content-encoding',
          'cookie',
          'if-none-match',
          'next-action',
          'next-router-state-tree',
          'origin',
          'range',
          'referer',
          'rsc',
          'x-forwarded-host',
          'x-forwarded-proto',
          'x-http-method-override',
          'x-middleware-subrequest',
          'x-nextjs-data',
          'x-user-nit',
        ),
        fc.oneof(headerText, fc.constantFrom('1', '*', 'gzip', 'GET', 'application/xml')),
      ),
      fc.tuple(fc.stringMatching(/^x-[a-z]{1,12}$/), headerText),
    ),
    { maxLength: 4 },
  ),
);
