import fc from 'fast-check';
import { z } from 'zod';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { sandboxRows } from '@/lib/contract/sandbox';
import { freshAddress } from '@/testing/address';
import { type Credentials, credentials as headersOf } from '@/testing/requests';
import { bodies, type Content } from './bodies';

/** The callers. Only the busy one exceeds its limits. */
export interface Callers {
  readonly ordinary: readonly Credentials[];
  readonly busy: Credentials;
  readonly receipts: Credentials;
  readonly poor: Credentials;
  readonly disabled: Credentials;
  readonly suspended: Credentials;
}

export interface Generated {
  readonly method: string;
  readonly address: string;
  /** Pairs, because some names come twice. */
  readonly headers: readonly Header[];
  readonly content: Content | undefined;
}

type Header = readonly [name: string, value: string];
type Headers = fc.Arbitrary<readonly Header[]>;

const objectSchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** More requests come from here than one address may make. */
const CROWDED = '203.0.113.7';

/** Each takes seconds or megabytes; other tests ask for them once. */
const COSTLY =
  'slow hang trickle limit-size oversized oversized-chunked gzip-bomb deep-nesting'.split(' ');

/** Generates requests to a lookup: as the document admits them, and in every way otherwise. */
export function requestsTo(
  lookup: Lookup,
  document: OpenApiDocument,
  callers: Callers,
): fc.Arbitrary<Generated> {
  const { path, request } = lookupFacts[lookup];
  const { properties } = objectSchema.parse(document.components.schemas[request]);
  // Some identifiers make a registry fail, which is a 500 by contract.
  const known = sandboxRows.filter(
    ({ id, outcomes }) => !COSTLY.includes(id) && outcomes[lookup]?.status !== 500,
  );
  const named = [contentTypes, idempotencyKeys, requestIds, addresses, oddities];
  return fc.record({
    method: methods,
    address: addressesOf(path),
    headers: fc.tuple(credentialsOf(callers), ...named).map((groups) => groups.flat()),
    content: bodies(Object.keys(properties), known),
  });
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

const contentTypes: Headers = fc.oneof(
  { weight: 20, arbitrary: fc.constant(one('content-type', 'application/json')) },
  fc
    .constantFrom(
      'Application/JSON; charset=utf-8',
      'application/json; charset=latin1',
      'application/json, text/plain',
      'application/jsonp',
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      ';',
      '',
    )
    .map((type) => one('content-type', type)),
  fc.constant([]),
);

/** Visible ASCII, blanks and Latin-1, which is all that a header may carry. */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })), {
    maxLength: 80,
  })
  .map((codes) => String.fromCharCode(...codes));
const longText = fc.integer({ min: 1_000, max: 6_000 }).map((length) => 'x'.repeat(length));

const credentials = (caller: Credentials): readonly Header[] => Object.entries(headersOf(caller));

function credentialsOf(callers: Callers): Headers {
  const { ordinary, busy, receipts, poor, disabled, suspended } = callers;
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
  const inCapitals = known.map(({ nombre, token }) => ({ nombre: nombre.toUpperCase(), token }));
  return fc.oneof(
    { weight: 60, arbitrary: known.map(credentials) },
    { weight: 5, arbitrary: inCapitals.map(credentials) },
    { weight: 6, arbitrary: fc.constantFrom(receipts, poor, busy).map(credentials) },
    { weight: 6, arbitrary: fc.constant(credentials(busy)) },
    { weight: 20, arbitrary: wrong },
  );
}

const keyed = (key: string) => one('idempotency-key', key);

/** Few keys, so that they repeat: with equal and other bodies, also while one is under way. */
const idempotencyKeys: Headers = fc.oneof(
  { weight: 14, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.constantFrom('clave-1', 'clave-2').map(keyed) },
  { weight: 2, arbitrary: fc.uuid().map(keyed) },
  fc.oneof(headerText, fc.constantFrom('x'.repeat(256), '', ' ')).map(keyed),
  fc.constant([...keyed('clave-1'), ...keyed('clave-2')]),
);

const requestIds: Headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant([]) },
  fc.stringMatching(/^[A-Za-z0-9_-]{8,64}$/).map((id) => one('x-request-id', id)),
  fc.oneof(headerText, longText).map((id) => one('x-request-id', id)),
);

/** Most come from an address of their own, in the header of the reverse proxy. */
const addresses: Headers = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constant('x-forwarded-for').map((name) => one(name, freshAddress())),
  },
  fc.constantFrom(CROWDED, 'nonsense', '', ',,,').map((list) => one('x-forwarded-for', list)),
);

const ODD_NAMES =
  'accept accept-encoding accept-language authorization content-encoding cookie if-none-match ' +
  'next-action next-router-state-tree origin range referer rsc x-forwarded-host ' +
  'x-forwarded-proto x-http-method-override x-middleware-subrequest x-nextjs-data x-user-nit';

const oddities: Headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(
    fc.oneof(
      fc.tuple(
        fc.constantFrom(...ODD_NAMES.split(' ')),
        fc.oneof(headerText, fc.constantFrom('1', '*', 'gzip', 'GET', 'application/xml')),
      ),
      fc.tuple(fc.stringMatching(/^x-[a-z]{1,12}$/), headerText),
    ),
    { maxLength: 4 },
  ),
);
