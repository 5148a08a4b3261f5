import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import { projectRoot } from '@/server/paths';

/** `users.title` to its text, for every text there is. */
function texts(messages: object, prefix = ''): Map<string, unknown> {
  const all = new Map<string, unknown>();
  for (const [key, value] of Object.entries(messages)) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'object')
      for (const [inner, text] of texts(value, name)) all.set(inner, text);
    else all.set(name, value);
  }
  return all;
}

function sources(folder: string): string {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** Returns the values that a text expects: the names between braces. */
function parameters(text: unknown): string[] {
  return [...String(text).matchAll(/\{(\w+)/g)].map(([, name]) => String(name)).sort();
}

it('both languages have the same texts, none empty, with the same values', () => {
  expect([...texts(en).keys()].sort()).toEqual([...texts(es).keys()].sort());
  for (const [name, text] of [...texts(es), ...texts(en)]) {
    expect(text, name).toEqual(expect.stringMatching(/\S/));
  }
  const english = texts(en);
  for (const [name, text] of texts(es)) {
    // The words of a plural differ between languages; the value they hang on does not.
    const own = new Set(parameters(text).filter((word) => String(text).includes(`{${word}}`)));
    const other = parameters(english.get(name));
    expect(other, name).toEqual(expect.arrayContaining([...own]));
  }
});

/**
 * The compiler checks that a used text exists; this test checks that an existing text is used. A
 * key may be put together (`${kind}Title`), so its last part counts when its beginning or its end
 * is used.
 */
it('every text is used', () => {
  const code = sources('app') + sources('lib');
  const found = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, part]) => part));
  const quoted = found(/['"]([\w.-]+)['"]/g);
  const begun = found(/`(\w+)\.\$\{/g);
  const ended = found(/\}\.?(\w+)`/g);
  const unused = [...texts(es).keys()].filter((name) => {
    const [namespace, first, ...rest] = name.split('.');
    const key = [first, ...rest].join('.');
    const last = rest.at(-1) ?? first ?? '';
    const suffix =
      /^(?:suspend|resume|disable|resetAccess|resetFactor|notFound|forbidden)(\w*)$/.exec(last);
    const spelled = [key, last, name].some((word) => quoted.has(word));
    const composed = begun.has(first) || ended.has(last) || (suffix && ended.has(suffix[1] ?? ''));
    return !(quoted.has(namespace) && (spelled || composed));
  });
  expect(unused).toEqual([]);
});
