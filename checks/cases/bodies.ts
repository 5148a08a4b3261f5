import { type Ask, ask, raw } from '@/checks/ask';
import { type Check, check } from '@/checks/check';
import { failure, failureOfAnyText } from '@/checks/expect';
import { catalogs, type LookupUnderTest, lookups, renap, rtu } from '@/checks/lookups';
import type { ClauseId } from '@/lib/contract/clauses';
import { INVALID, tooManyNits } from './texts';

/** Checks of bodies and texts. No source is reached. */

const MAX_BODY_BYTES = 64 * 1024;

function incompleteClause({ name, kind }: LookupUnderTest): ClauseId {
  if (kind === 'catalog') return 'errors.catalogos.400-identifier';
  return name === 'renap' ? 'errors.registries.400-cui' : 'errors.registries.400-nits';
}

/** Bodies that say nothing usable, each answered as an empty object is. */
const malformed: readonly (readonly [string, ClauseId, string | undefined])[] = [
  ['no body', 'input.absent', undefined],
  ['an empty body', 'input.absent', ''],
  ['text that is not JSON', 'input.not-json', 'nit=48217638'],
  ['JSON cut short', 'input.not-json', '{"nit":"482'],
  ['a list', 'input.not-an-object', '[{"nit":"48217638","cui":"1"}]'],
  ['null', 'input.not-an-object', 'null'],
  ['a string', 'input.not-an-object', '"48217638"'],
];

function incomplete(lookup: LookupUnderTest): Check[] {
  const refused = failure(400, lookup.messages.incomplete);
  const isCatalog = lookup.kind === 'catalog';
  return [
    check({
      title: 'an object without fields',
      covers: [
        incompleteClause(lookup),
        'service.lookups',
        'input.usable-text',
        ...(isCatalog
          ? ([
              'endpoints.catalog.rule-1',
              'endpoints.catalog.error-key',
              'errors.body.catalogos',
            ] as const)
          : (['errors.body.registries'] as const)),
      ],
      asks: ask(lookup, {}),
      holds: refused,
    }),
    ...malformed.map(([title, clause, text]) =>
      check({
        title: `${title} counts as an empty object`,
        covers: [clause],
        asks: raw(lookup, text),
        holds: refused,
      }),
    ),
    check({
      title: 'white space, numbers, lists and null are no text',
      covers: ['input.usable-text', incompleteClause(lookup)],
      asks: unusable(lookup).map((json) => ask(lookup, json)),
      holds: refused,
    }),
    check({
      title: 'an identifier in __proto__ is none',
      covers: ['input.proto'],
      asks: raw(lookup, '{"__proto__":{"nit":"48217638","cui":"2456712340101","nits":["1"]}}'),
      holds: refused,
    }),
    check({
      title: 'sent under another media type, or under none',
      covers: ['input.content-type', 'endpoints.content-type'],
      asks: [undefined, 'text/plain', 'application/x-www-form-urlencoded', 'text/json'].map(
        (type) => understood(lookup, type),
      ),
      holds: refused,
    }),
  ];
}

const NOT_TEXT = ['', ' \t\n\u00a0', 2456712340101, null, true, {}, ['48217638']];

function unusable({ name }: LookupUnderTest): object[] {
  if (name === 'rtu') return ['48217638', [], { 0: '48217638' }].map((nits) => ({ nits }));
  return NOT_TEXT.map((value) => ({ nit: value, cui: value }));
}

/** Makes a request that is refused for its content, which shows that its body was read. */
function understood(lookup: LookupUnderTest, type: string | undefined): Ask {
  const headers: Ask['headers'] = type === undefined ? {} : { 'content-type': type };
  if (lookup === renap) return ask(lookup, { cui: '0' }, { headers });
  if (lookup === rtu) return ask(lookup, { nits: Array(51).fill('0') }, { headers });
  return ask(lookup, { nit: '0', actualizado: 'no' }, { headers });
}

const mediaTypes = [rtu, ...catalogs].map((lookup) =>
  check({
    title: 'the media type in another case and with a charset',
    covers: ['endpoints.content-type'],
    asks: understood(lookup, 'Application/JSON; charset=utf-8'),
    holds: lookup === rtu ? tooManyNits : failure(400, INVALID),
  }),
);

function padded(byteLength: number): string {
  const bare = '{"relleno":""}';
  return JSON.stringify({ relleno: 'a'.repeat(byteLength - bare.length) });
}

const sizes = lookups.flatMap((lookup): Check[] => [
  check({
    title: 'a body of exactly 64 KiB, announced and in chunks',
    covers: ['input.too-large'],
    asks: [false, true].map((chunked) => raw(lookup, padded(MAX_BODY_BYTES), { chunked })),
    holds: failure(400, lookup.messages.incomplete),
  }),
  check({
    title: 'a larger body, announced and in chunks',
    covers: ['input.too-large'],
    asks: [false, true].map((chunked) => raw(lookup, padded(MAX_BODY_BYTES + 1), { chunked })),
    holds: failureOfAnyText(413),
  }),
]);

export const bodyChecks: readonly Check[] = [
  ...lookups.flatMap(incomplete),
  ...mediaTypes,
  ...sizes,
];
