import { expect, it } from 'vitest';
import { runTools } from './check';

it('the check prints every failing tool under its name, and runs two at a time', async () => {
  let [running, most] = [0, 0];
  const tool = (name: string, problems: string) => ({
    name,
    run: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      if (problems === 'thrown') throw new Error(problems);
      return problems;
    },
  });
  const run = async (...tools: ReturnType<typeof tool>[]) => {
    const printed: string[] = [];
    return { passed: await runTools(tools, (text) => printed.push(text)), printed };
  };
  const [layers, style, types] = [
    tool('layers', 'one'),
    tool('style', ''),
    tool('types', 'thrown'),
  ];
  expect(await run(layers, style, types)).toEqual({
    passed: false,
    printed: ['layers:\none\n', 'types:\nError: thrown\n'],
  });
  expect(most).toBe(2);
  expect(await run(style)).toEqual({ passed: true, printed: [] });
});
