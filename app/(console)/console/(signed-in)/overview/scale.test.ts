import { expect, it } from 'vitest';
import { niceCeiling } from './scale';

it('the scale ends at a round number that nothing exceeds, with a whole one in the middle', () => {
  const ends = [0, 1, 4, 5, 10, 11, 20, 21, 26, 99, 101, 260, 1_234].map(niceCeiling);
  expect(ends).toEqual([4, 4, 4, 10, 10, 20, 20, 50, 50, 100, 200, 500, 2_000]);
});
