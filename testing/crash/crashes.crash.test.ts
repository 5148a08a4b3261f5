import { expect, it } from 'vitest';
import { runCrashes } from './rounds';

it('loses and invents no charge when each process in turn is killed under load', async () => {
  const lines: string[] = [];
  const report = await runCrashes({
    seed: 20_250_930,
    count: 5,
    seconds: 1,
    target: 'all',
    print: (line) => lines.push(line),
  });
  expect(report.problems, lines.join('\n')).toEqual([]);
  expect(report).toMatchObject({ kills: 5, ambiguous: 0 });
  expect(report.charges).toBeGreaterThan(0);
});
