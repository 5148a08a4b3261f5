import { expect, it } from 'vitest';
import { runCrashes } from './rounds';

const SEED = 20_250_930;

it.each(['app', 'postgres'] as const)(
  'loses and invents no charge when %s is killed under load',
  async (target) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const report = await runCrashes({ seed: SEED, count: 3, seconds: 1, target, print });
    expect(report.problems, lines.join('\n')).toEqual([]);
    expect(report).toMatchObject({ kills: 3, ambiguous: 0 });
    expect(report.charges).toBeGreaterThan(0);
  },
);
