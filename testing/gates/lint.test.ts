import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '@/server/paths';

const SOURCE = `
export const evaluate = (text: string) => eval(text);
export const equals = (value: unknown) => value == 1;
export const spread = { ...{ a: 1 } };
export const Html = ({ text }: { text: string }) => (
  <p dangerouslySetInnerHTML={{ __html: text }} />
);
`;

it('the linter refuses eval, loose comparisons, spread literals and HTML from text', () => {
  // In the project, because rules depend on its packages, and where git ignores it.
  const data = join(projectRoot, '.data');
  mkdirSync(data, { recursive: true });
  const folder = mkdtempSync(join(data, 'lint-'));
  try {
    const file = join(folder, 'added.tsx');
    writeFileSync(file, SOURCE);
    const args = ['lint', '--vcs-enabled=false', '--reporter=github', file];
    const options = { cwd: projectRoot, encoding: 'utf8' } as const;
    const { stdout } = spawnSync('node_modules/.bin/biome', args, options);
    expect([...new Set(stdout.match(/lint\/\w+\/\w+|title=plugin/g))].sort()).toEqual([
      'lint/security/noDangerouslySetInnerHtml',
      'lint/security/noGlobalEval',
      'lint/suspicious/noDoubleEquals',
      'title=plugin',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
  // The linter reads the whole project.
}, 60_000);
