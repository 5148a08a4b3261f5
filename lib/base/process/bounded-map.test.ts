import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map';

it('drops the oldest key, where a key that is set again counts as new', () => {
  const map = new BoundedMap<string | undefined, number>(2);
  map.set(undefined, 1).set('b', 2).set(undefined, 3).set('c', 4);
  expect([...map]).toEqual([
    [undefined, 3],
    ['c', 4],
  ]);
  expect([...map.set('c', 5).set('d', 6).keys()]).toEqual(['c', 'd']);
});
