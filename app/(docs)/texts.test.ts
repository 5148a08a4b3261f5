import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { sandboxRows } from '@/lib/contract/sandbox';
import en from '@/messages/docs.en.json';
import es from '@/messages/docs.es.json';

/** `limits.both` to its text, for every text there is. */
function texts(messages: object, prefix = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return typeof value === 'string' ? [[name, value]] : texts(value, name);
  });
}

function sources(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

const parameters = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

it('both languages have the same texts, none empty, with the same values', () => {
  const english = new Map(texts(en));
  expect([...english.keys()].sort()).toEqual(
    texts(es)
      .map(([name]) => name)
      .sort(),
  );
  for (const [name, text] of texts(es)) {
    expect(text, name).toMatch(/\S/);
    expect(english.get(name), name).toMatch(/\S/);
    expect(parameters(english.get(name) ?? ''), name).toEqual(parameters(text));
  }
});

it('every identifier of the sandbox has its text, and no other', () => {
  const ids = sandboxRows.map(({ id }) => id).sort();
  expect(Object.keys(es.sandbox.rows).sort()).toEqual(ids);
});

it('every text is used', () => {
  const code = sources();
  const unused = texts(es).filter(([name]) => {
    const parts = name.split('.');
    if (name.startsWith('sandbox.rows.')) return false;
    const put = code.includes(`\`${parts.slice(0, -1).join('.')}.\${`);
    const suffixed = code.includes(`\`${parts[0]}.\${name}Now\``) && name.endsWith('Now');
    const asGroup = code.includes(`docsMessages[language].${parts[0]}`);
    return !(code.includes(`'${name}'`) || put || suffixed || asGroup);
  });
  expect(unused.map(([name]) => name)).toEqual([]);
});
