import { expect, it } from 'vitest';
import { stateOf } from './health';

const judged = (queries: number, failed: number, streak = 0) =>
  stateOf({ queries, failed, streak });

it('a source does not answer once three failures follow one another, however many did before', () => {
  expect(judged(3, 3, 3)).toBe('down');
  expect(judged(1_000, 3, 3)).toBe('down');
  expect(judged(2, 2, 2)).toBe('failing');
});

it('a source fails from one query in twenty on, and never for a single one', () => {
  expect(judged(1, 1, 1)).toBe('fine');
  expect(judged(40, 2)).toBe('failing');
  expect(judged(41, 2)).toBe('fine');
});

it('a source without queries is quiet', () => {
  expect(judged(0, 0)).toBe('quiet');
});
