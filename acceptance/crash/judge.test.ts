import { describe, expect, it } from 'vitest';
import { judge, type Trail, type Watched } from './judge';

const TARIFA = 5_000n;

function answered(status: Watched['status'], changes: Partial<Watched> = {}): Watched {
  return { lookup: 'cui-nit', tarifa: TARIFA, status, free: false, ...changes };
}

const nothing: Trail = { records: [], holds: 0 };
const paid = { estado: 'completada', status: 200, charged: TARIFA, paid: TARIFA, returned: false };
const unpaid = { estado: 'completada', status: 404, charged: 0n, paid: null, returned: false };
const interrupted = {
  estado: 'interrumpida',
  status: null,
  charged: 0n,
  paid: null,
  returned: false,
};
const recorded = (record: Trail['records'][number]): Trail => ({ records: [record], holds: 0 });
const unpaidFound = { ...paid, charged: 0n, paid: 0n };
const free = answered(200, { key: 'k', free: true });
const broken = answered('broken');

describe('what a client saw is sound when', () => {
  it.each<[string, Watched, Trail]>([
    ['a 200 was charged and recorded', answered(200), recorded(paid)],
    ['a 404 was recorded and not charged', answered(404), recorded(unpaid)],
    ['a 402 left nothing', answered(402), nothing],
    [
      'an answer that came too late is a 502 without a charge',
      answered(502),
      recorded(interrupted),
    ],
    ['a 502 was refused before its source', answered(502), nothing],
    ['a 502 waits for its hold to expire', answered(502), { records: [], holds: 1 }],
    [
      'a registry found something and nothing was charged',
      answered(200, { lookup: 'renap' }),
      recorded({ ...paid, charged: 0n, paid: null }),
    ],
    ['a repetition under a key was free', free, recorded(unpaidFound)],
    ['a broken repetition was free', answered('broken', { key: 'k' }), recorded(unpaidFound)],
    ['a broken connection left a hold', broken, { records: [], holds: 1 }],
    ['a broken connection was charged and recorded', broken, recorded(paid)],
  ])('%s', (_, watched, trail) => {
    expect(judge(watched, trail)).toBe('sound');
  });

  it('counts a charged 500 apart, unless its charge was returned', () => {
    expect(judge(answered(500), recorded(paid))).toBe('ambiguous');
    expect(judge(answered(500), recorded({ ...paid, returned: true }))).toBe('sound');
  });
});

describe('what a client saw is a problem when', () => {
  it.each<[string, Watched, Trail]>([
    ['a 200 has no record', answered(200), nothing],
    ['a 200 has only a hold', answered(200), { records: [], holds: 1 }],
    ['a 200 was recorded and not charged', answered(200), recorded({ ...paid, paid: null })],
    ['a 200 cost something else', answered(200), recorded({ ...paid, paid: 1n, charged: 1n })],
    ['a 200 was recorded as interrupted', answered(200), recorded(interrupted)],
    ['a repetition under a key was charged', free, recorded(paid)],
    ['a query under a key was free', answered(200, { key: 'k' }), recorded(unpaidFound)],
    ['a 404 was charged', answered(404), recorded({ ...unpaid, paid: TARIFA })],
    ['a 502 was charged as a 200', answered(502), recorded(paid)],
    ['a 402 was charged as a 200', answered(402), recorded(paid)],
    ['a 404 has no record', answered(404), nothing],
    ['a 404 keeps its hold', answered(404), { records: [], holds: 1 }],
    ['it has two records', answered(200), { records: [paid, paid], holds: 0 }],
    ['it has a record and a hold', broken, { records: [paid], holds: 1 }],
    ['a registry was charged', answered(200, { lookup: 'rtu' }), recorded(paid)],
    [
      'a broken connection was charged without a 200',
      broken,
      recorded({ ...interrupted, paid: TARIFA }),
    ],
  ])('%s', (_, watched, trail) => {
    expect(judge(watched, trail)).toHaveProperty('problem');
  });
});
