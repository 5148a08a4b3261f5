import { expect, it } from 'vitest';
import { runBurst } from './burst';

it('gives 200 clients exactly the 37 queries that a balance is worth, round after round', async () => {
  const lines: string[] = [];
  expect(await runBurst(5, (line) => lines.push(line))).toEqual([]);
  expect(lines).toHaveLength(5);
});
