import { query } from '@/checks/ask';
import { type Check, check, type Expectation } from '@/checks/check';
import { every, record, statusThen, textContains } from '@/checks/expect';
import { finding } from '@/checks/finding';
import { goldenBody } from '@/checks/golden';
import { catalogRtu, catalogs, cuiNit, type LookupUnderTest, omisos } from '@/checks/lookups';
import { dataOf, recordShape } from '@/checks/shapes';
import { isJsonObject } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Behaviour } from '@/simulator/behaviours';
import { reserved } from '@/simulator/reserved';

/** Odd but lawful records of the sandbox's sources. */

/** Successful answers that are empty, or whose fields have wrong types. */
const odd: readonly (readonly [Behaviour, string, string | null, readonly ClauseId[]])[] = [
  ['empty', 'empty', null, ['resources.catalog-envelope.6', 'resources.rtu.undetermined']],
  ['empty-data', 'empty', '2025-09-30T06:15:00.000Z', ['resources.catalog-envelope.6']],
  ['wrong-types', 'wrong-types', null, ['sources.normalisation', 'service.shape-stable']],
];

/** The lookups with files `golden/LOOKUP.empty.json` and `golden/LOOKUP.wrong-types.json`. */
const withGoldenRecords: readonly LookupUnderTest[] = [cuiNit, catalogRtu, omisos];

async function oddRecords(lookup: LookupUnderTest): Promise<Check[]> {
  const needs = ['sandbox'] as const;
  const same = await Promise.all(
    (withGoldenRecords.includes(lookup) ? odd : []).map(
      async ([behaviour, name, fechaConsulta, clauses]) => {
        const { data } = await goldenBody(`${lookup.name}.${name}`);
        const expected = { data: { ...fields(data), fechaConsulta } };
        return check({
          title: `the source answers with ${behaviour}`,
          covers: clauses.filter(
            (id) => id !== 'resources.rtu.undetermined' || lookup === catalogRtu,
          ),
          needs,
          asks: query(lookup, { nit: reserved(behaviour).nit }),
          holds: statusThen(200, every(recordShape, record(expected))),
        });
      },
    ),
  );
  return [
    ...same,
    check({
      title: 'the source reports every field as null',
      covers: ['resources.catalog-envelope.2', 'resources.catalog-envelope.6'],
      needs,
      asks: query(lookup, { nit: reserved('nulls').nit }),
      holds: statusThen(200, every(recordShape, onlyNulls)),
    }),
    // A record of few texts does not hold every hostile one.
    ...[lookup]
      .filter((one) => withGoldenRecords.includes(one))
      .map(() =>
        check({
          title: 'hostile text passes through as text',
          covers: ['sources.hostile'],
          needs,
          asks: query(lookup, { nit: reserved('hostile').nit }),
          holds: statusThen(200, every(recordShape, textContains("'; DROP TABLE consultas; --"))),
        }),
      ),
    ...(['gzip', 'limit-size', 'status-201'] as const).map((behaviour) =>
      check({
        title: `the source answers lawfully with ${behaviour}`,
        covers: ['sources.lawful-answers'],
        needs,
        asks: query(lookup, { nit: reserved(behaviour).nit }),
        holds: statusThen(200, every(recordShape, aboutNit(reserved(behaviour).nit))),
      }),
    ),
  ];
}

const onlyNulls: Expectation = (reply) =>
  valuesIn(reply.body)
    .filter((value) => value !== null)
    .slice(0, 1)
    .map((value) => finding(reply, 'a value in data', null, value));

/** Every value that is neither an object nor a list. */
function valuesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(valuesIn);
}

function aboutNit(nit: string): Expectation {
  return (reply) => {
    const came = dataOf(reply).nit;
    // The shape of the record says whether the field belongs to it.
    return came === nit || came === undefined ? [] : [finding(reply, 'data.nit', nit, came)];
  };
}

const DEPTH = 100_000;
const deep = [catalogRtu, omisos].map((lookup) =>
  check({
    title: 'what is opaque goes out however deep it is',
    covers: ['sources.untouched'],
    needs: ['sandbox'],
    asks: query(lookup, { nit: reserved('deep-nesting').nit }),
    holds: statusThen(200, textContains('['.repeat(DEPTH) + ']'.repeat(DEPTH))),
  }),
);

function fields(value: unknown): object {
  return isJsonObject(value) ? value : {};
}

export async function oddRecordChecks(): Promise<Check[]> {
  return [...(await Promise.all(catalogs.map(oddRecords))).flat(), ...deep];
}
