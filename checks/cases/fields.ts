import { ask, query, raw } from '@/checks/ask';
import { type Check, check, type Expectation } from '@/checks/check';
import { failure, status, statusThen } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { catalogRtu, catalogs, type LookupUnderTest, lookups, rtu } from '@/checks/lookups';
import { recordShape } from '@/checks/shapes';
import { isJsonObject } from '@/lib/base/values/json';
import { RESERVED_BIRTH_DATE, reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { INVALID, NOT_FOUND, tooManyNits } from './texts';

/** Checks of the values of each field, and of what reaches a source. They name nobody. */

const batches: readonly Check[] = [
  check({
    title: 'one unusable NIT spoils the batch',
    covers: ['input.nits-elements', 'errors.registries.400-nits'],
    asks: [7, ' ', null, ''].map((nit) => ask(rtu, { nits: ['48217638', nit] })),
    holds: failure(400, rtu.messages.incomplete),
  }),
  check({
    title: 'over fifty with an unusable one',
    covers: ['input.nits-elements-first'],
    asks: ask(rtu, { nits: [...Array(60).fill('48217638'), 7] }),
    holds: failure(400, rtu.messages.incomplete),
  }),
  check({
    title: 'fifty-one NITs',
    covers: ['errors.body.over-50', 'errors.registries.400-over-50', 'limits.rule-5'],
    asks: ask(rtu, { nits: Array(51).fill('48217638') }),
    holds: tooManyNits,
  }),
  check({
    title: 'no NITs but a CUI',
    covers: ['service.rtu-differs'],
    asks: ask(rtu, { cui: wellKnown.unknown.cui }),
    holds: failure(400, rtu.messages.incomplete),
  }),
];

function catalogFields(lookup: LookupUnderTest): Check[] {
  return [
    check({
      title: 'actualizado that is no boolean',
      covers: ['endpoints.catalog.actualizado', 'input.actualizado'],
      asks: [null, 'true', 1, {}].map((actualizado) => ask(lookup, { nit: '0', actualizado })),
      holds: failure(400, INVALID),
    }),
    check({
      title: 'neither identifier, and actualizado that is no boolean',
      covers: ['input.actualizado', 'endpoints.catalog.rule-1'],
      asks: ask(lookup, { actualizado: 'true' }),
      holds: failure(400, lookup.messages.incomplete),
    }),
  ];
}

/** Nobody's identifiers: what reaches the source with them is not found, and costs nothing. */
const { nit, cui } = wellKnown.unknown;

function reachingTheSource(lookup: LookupUnderTest): Check[] {
  const notFound = lookup === rtu ? status(200) : status(404);
  const field = Object.keys(lookup.question({ nit, cui }))[0] ?? '';
  const known = `${JSON.stringify(field)}:${JSON.stringify(lookup.question({ nit, cui })[field])}`;
  // Without what PostgreSQL and UTF-8 cannot write, this would be somebody well known.
  const odd = { nit: '4821\u0000763\ud8008', cui: '2456\u0000712\udc00340101' };
  return [
    check({
      title: 'unknown fields are ignored',
      covers: ['input.unknown-fields', 'input.proto'],
      needs: ['sandbox'],
      asks: raw(lookup, `{"__proto__":{"${field}":7},"constructor":1,"otro":[],${known}}`),
      holds: notFound,
    }),
    check({
      title: 'of equal keys the last wins',
      covers: ['input.duplicate-keys'],
      needs: ['sandbox'],
      asks: raw(lookup, `{"${field}":"",${known}}`),
      holds: notFound,
    }),
    check({
      title: 'of equal keys an unusable last one wins',
      covers: ['input.duplicate-keys'],
      asks: raw(lookup, `{${known},"${field}":""}`),
      holds: failure(400, lookup.messages.incomplete),
    }),
    check({
      title: 'NUL and lone surrogates are not taken out',
      covers: ['input.odd-characters'],
      needs: ['sandbox'],
      asks: ask(lookup, lookup.question(odd)),
      holds: lookup === rtu ? statusThen(200, noRecords) : status(404),
    }),
  ];
}

/** A source without a copy compares the birth date exactly, and so shows what reached it. */
const unseen = reserved('needs-birth-date').nit;

const birthDates: readonly Check[] = [
  check({
    title: 'without a birth date that the source asks for',
    covers: ['endpoints.catalog.date-of-birth', 'errors.catalogos.400-source'],
    needs: ['sandbox'],
    asks: ask(catalogRtu, { nit: unseen }),
    holds: failure(400, INVALID),
  }),
  check({
    title: 'a birth date that is no text is dropped',
    covers: ['input.date-of-birth-dropped'],
    needs: ['sandbox'],
    asks: [19850314, null, [RESERVED_BIRTH_DATE]].map((date_of_birth) =>
      ask(catalogRtu, { nit: unseen, date_of_birth }),
    ),
    holds: failure(400, INVALID),
  }),
  check({
    title: 'a birth date is not checked and not trimmed',
    covers: ['endpoints.catalog.date-of-birth', 'input.forwarded-as-received'],
    needs: ['sandbox'],
    asks: ['ayer', ` ${RESERVED_BIRTH_DATE} `].map((date_of_birth) =>
      ask(catalogRtu, { nit: unseen, date_of_birth }),
    ),
    holds: failure(404, NOT_FOUND),
  }),
  check({
    title: 'with the birth date that the source asks for',
    covers: ['endpoints.catalog.date-of-birth'],
    needs: ['sandbox'],
    asks: query(catalogRtu, { nit: unseen, date_of_birth: RESERVED_BIRTH_DATE }),
    holds: statusThen(200, recordShape),
  }),
];

const noRecords: Expectation = (reply) => {
  const data = isJsonObject(reply.body) ? reply.body.data : undefined;
  const isEmpty = Array.isArray(data) && data.length === 0;
  return isEmpty ? [] : [finding(reply, 'data', [], data)];
};

export const fieldChecks: readonly Check[] = [
  ...batches,
  ...catalogs.flatMap(catalogFields),
  ...lookups.flatMap(reachingTheSource),
  ...birthDates,
];
