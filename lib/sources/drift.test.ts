import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/base/time/time';
import type { JsonObject } from '@/lib/base/values/json';
import { FieldCounts, type Observed, report } from './drift';
import { type Fields, fieldsNamed } from './shape';

const inside = (group: string, ...names: readonly string[]): Fields =>
  new Map(names.map((name) => [name, { path: `${group}.${name}` }]));
const FIELDS: Fields = new Map([
  ...fieldsNamed('nit', 'nombre', 'cui', 'correo'),
  ['persona', { path: 'persona', fields: inside('persona', 'dpi', 'nacimiento') }],
  ['empresa', { path: 'empresa', fields: inside('empresa', 'razon') }],
  ['locales', { path: 'locales', fields: inside('locales', 'nombre') }],
]);

const START = startOfDay('2026-03-02');

/** A source that is observed as time passes. */
class Observing {
  observed: Observed = new Map();
  at = START.getTime();
  constructor(readonly fields: Fields | null = FIELDS) {}

  /** Answers with these records, and lets time pass. */
  answer(records: readonly JsonObject[], unreadable: readonly string[] = [], passMs = MINUTE_MS) {
    const counts = new FieldCounts();
    for (const record of records) {
      counts.add({ records: [record], ...(this.fields && { fields: this.fields }) }, unreadable);
    }
    this.at += passMs;
    this.observed = counts.mergeInto(this.observed, new Date(this.at));
  }

  /** The fields that are not as usual. */
  get changed() {
    const fields = report(this.observed, new Date(this.at));
    return fields.filter(({ state }) => state !== 'ok').map(({ name, state }) => [name, state]);
  }
}

const person = { nit: '1', nombre: 'A', cui: '2', persona: { dpi: '2', nacimiento: '1990-01-01' } };
const company = { nit: '1', nombre: 'B', empresa: { razon: 'B' }, locales: [{ nombre: 'C' }] };
const some = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);

describe('a field has stopped', () => {
  it('when 50 answers lack what all had, and until it is back', () => {
    const source = new Observing();
    source.answer(some(200, person));
    const { nombre: _gone, ...changed } = person;
    source.answer(some(49, changed));
    expect(source.changed).toEqual([]);
    const lastAt = source.at - MINUTE_MS;
    source.answer([changed]);
    expect(source.changed).toEqual([['nombre', 'stopped']]);
    const [field] = report(source.observed, new Date(source.at));
    expect(field).toMatchObject({ filledBefore: 1, filledNow: 0, since: new Date(lastAt) });
    for (let day = 0; day < 20; day += 1) source.answer(some(300, changed), [], DAY_MS);
    expect(source.changed).toEqual([['nombre', 'stopped']]);
    source.answer([person]);
    expect(source.changed).toEqual([]);
  });

  it('but not when fewer than 200 answers had it', () => {
    const source = new Observing();
    source.answer(some(199, person));
    source.answer(some(500, { nit: '1' }));
    expect(source.changed).toEqual([]);
  });

  it('within a group or a list only among the answers that have it', () => {
    const source = new Observing();
    source.answer(some(300, [person, company]).flat());
    source.answer(some(400, { ...company, locales: [{ otro: 'C' }, { otro: 'D' }] }));
    expect(source.changed).toEqual([
      ['locales.nombre', 'stopped'],
      ['locales.otro', 'new'],
    ]);
  });

  it('when some taxpayers lack it only after a week, and 100 answers without it', () => {
    const both = some(40, [company, person]).flat();
    const [days, weeks] = [new Observing(), new Observing()];
    for (let day = 0; day < 4; day += 1) days.answer(both, [], DAY_MS);
    days.answer(some(400, company));
    expect(days.changed).toEqual([]);
    for (let day = 0; day < 9; day += 1) weeks.answer(both, [], DAY_MS);
    // The last of the two is a person.
    weeks.answer(some(99, company));
    expect(weeks.changed).toEqual([]);
    weeks.answer([company]);
    expect(weeks.changed).toEqual([
      ['cui', 'stopped'],
      ['persona', 'stopped'],
    ]);
  });

  it('and its new name is listed when a source renames it', () => {
    const source = new Observing();
    source.answer(some(300, person));
    const { nombre, ...others } = person;
    source.answer(some(60, { ...others, nombre_completo: nombre }));
    expect(source.changed).toEqual([
      ['nombre', 'stopped'],
      ['nombre_completo', 'new'],
    ]);
  });

  it('also when the source passes on whatever it has', () => {
    const source = new Observing(null);
    source.answer(some(300, { NOMBRE: 'A' }));
    expect(source.changed).toEqual([]);
    source.answer(some(60, { NAME: 'A' }), [], DAY_MS);
    expect(source.changed).toEqual([
      ['NOMBRE', 'stopped'],
      ['NAME', 'new'],
    ]);
  });
});

it('a field is unreadable for a day after the last value that could not be read', () => {
  const source = new Observing();
  source.answer(some(3, person), ['persona.nacimiento']);
  expect(source.changed).toEqual([['persona.nacimiento', 'unreadable']]);
  expect(report(source.observed, new Date(source.at))[0]).toMatchObject({ unreadable: 3 });
  source.answer([person], [], 2 * DAY_MS);
  expect(source.changed).toEqual([]);
});

it('a field is unreadable though no answer had a record', () => {
  const counts = new FieldCounts();
  counts.add({ records: [] }, ['exito']);
  const observed = counts.mergeInto(new Map(), START);
  expect(report(observed, START)).toMatchObject([{ name: 'exito', state: 'unreadable' }]);
});

it('names that a source makes up are bounded', () => {
  const source = new Observing();
  for (let n = 0; n < 3; n += 1) {
    source.answer(Array.from({ length: 100 }, (_, at) => ({ nit: '1', [`n${n}-${at}`]: 1 })));
  }
  expect([...source.observed.keys()]).toHaveLength(52);
});

/** Random traffic of a month in which the source does not change. */
const month = fc.record({
  seed: fc.integer(),
  perHour: fc.double({ min: 0.05, max: 12, noNaN: true }),
  weekend: fc.double({ min: 0, max: 1.5, noNaN: true }),
  companies: fc.double({ min: 0.05, max: 0.7, noNaN: true }),
  companiesAtWeekends: fc.double({ min: 0.05, max: 1, noNaN: true }),
  correo: fc.double({ min: 0, max: 1, noNaN: true }),
  /** A list of companies that somebody asks for every Sunday. */
  sundayList: fc.integer({ min: 0, max: 120 }),
});

/** A generator with a seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const MONTHS = Number(process.env.DRIFT_MONTHS ?? 200);
it('a month without a change of the source is never taken for one', () => {
  fc.assert(
    fc.property(month, (traffic) => {
      const random = randomOf(traffic.seed);
      const source = new Observing();
      for (let part = 0; part < 30 * 8; part += 1) {
        const at = new Date(source.at);
        const weekday = new Date(`${dayOf(at)}T00:00:00Z`).getUTCDay();
        const isWeekend = weekday === 0 || weekday === 6;
        const share = isWeekend ? traffic.companiesAtWeekends : traffic.companies;
        const count = Math.round(
          2 * random() * 3 * traffic.perHour * (isWeekend ? traffic.weekend : 1),
        );
        const kinds = Array.from({ length: count }, () => (random() < share ? company : person));
        const list = weekday === 0 && part % 8 === 2 ? traffic.sundayList : 0;
        const records = [...kinds, ...some(list, company)].map((record) =>
          Object.assign({ correo: random() < traffic.correo ? 'x' : null }, record),
        );
        source.answer(records, [], 3 * HOUR_MS);
        expect(source.changed).toEqual([]);
      }
    }),
    { numRuns: MONTHS },
  );
});
