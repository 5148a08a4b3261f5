import { expect, it } from 'vitest';
import { idsMatching, integrationsMatching } from './names';

const names = new Map([
  [1, 'jade'],
  [2, 'jade-soft'],
  [3, 'soft-pay'],
]);

it('takes a whole name for itself, a part for all that have it', () => {
  expect(idsMatching(names, 'jade')).toBe(1);
  expect(idsMatching(names, 'jad')).toEqual([1, 2]);
  expect(idsMatching(names, 'pay')).toBe(3);
  expect(idsMatching(names, 'none')).toEqual([]);
  expect(idsMatching(names, undefined)).toBeUndefined();
  expect([...integrationsMatching(names, 'soft').values()]).toEqual(['jade-soft', 'soft-pay']);
});
