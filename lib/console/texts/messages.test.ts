import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxRows } from '@/lib/contract/sandbox';
import docsEn from '@/messages/docs.en.json';
import docsEs from '@/messages/docs.es.json';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import { projectRoot } from '@/server/paths';
import { serviceTexts } from '@/texts/service';

/** Maps names such as `users.title` to their texts. */
function texts(messages: object, prefix = ''): Map<string, string> {
  const pairs = Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return typeof value === 'object' ? [...texts(value, name)] : [[name, String(value)]];
  });
  return new Map(pairs);
}

function sources(folder: string): string {
  return readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** Returns the words between braces: values, and in plurals the first words of their forms. */
function parameters(text = ''): string[] {
  return [...text.matchAll(/\{(\w+)/g)].map(([, name]) => String(name));
}

/** Returns the values of a text that stand outside of plurals. */
function values(text: string): string[] {
  return parameters(text).filter((word) => text.includes(`{${word}}`));
}

describe.each([
  { of: 'the console', spanish: texts(es), english: texts(en) },
  { of: 'the documentation', spanish: texts(docsEs), english: texts(docsEn) },
  { of: 'the service', spanish: texts(serviceTexts.es), english: texts(serviceTexts.en) },
])('the texts of $of', ({ spanish, english }) => {
  it('are the same in both languages, none empty, with the same values', () => {
    expect([...english.keys()].sort()).toEqual([...spanish.keys()].sort());
    for (const [name, text] of spanish) {
      const other = english.get(name) ?? '';
      for (const one of [text, other]) expect(one, name).toMatch(/\S/);
      expect(parameters(other), name).toEqual(expect.arrayContaining(values(text)));
      expect(parameters(text), name).toEqual(expect.arrayContaining(values(other)));
    }
  });
});

it('the English audit log holds no word of the Spanish one', () => {
  const labels = (of: Map<string, string>) =>
    [...of].filter(([name]) => /^(actions|roles|purposes|audit)\./.test(name));
  const wordsOf = (texts: readonly (readonly string[])[]) =>
    texts.flatMap(
      ([, text = '']) => text.replaceAll(/[{<][^}>]*[}>]/g, '').match(/\p{L}{2,}/gu) ?? [],
    );
  const spanish = new Set(wordsOf(labels(texts(es))).map((word) => word.toLowerCase()));
  const english = wordsOf(labels(texts(en))).map((word) => word.toLowerCase());
  const alike = [
    'token',
    'tokens',
    'factor',
    'webhook',
    'no',
    'ip',
    'nit',
    'rtu',
    'id',
    'ms',
    'one',
    'other',
  ];
  expect(english.filter((word) => spanish.has(word) && !alike.includes(word))).toEqual([]);
});

it('every identifier of the sandbox has its text, and no other', () => {
  const ids = sandboxRows.map(({ id }) => id).sort();
  expect(Object.keys(docsEs.sandbox.rows).sort()).toEqual(ids);
});

/**
 * The compiler checks that a used text exists; these tests check that an existing text is used. A key
 * may be composed (`${kind}Title`), so its last part counts when its beginning or its end is used.
 */
it('every text of the console is used', () => {
  const code = sources('app') + sources('lib') + sources('ui');
  const found = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, part]) => part));
  const quoted = new Set([
    ...found(/['"]([\w.-]+)['"]/g),
    // Members of a group that is read whole.
    ...found(/\bt\.(\w+)\}/g),
    ...found(/\.messages\.(\w+);/g),
  ]);
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

it('every text of the documentation is used', () => {
  const code = sources('app/(docs)') + sources('app/(front)');
  const unused = [...texts(docsEs).keys()].filter((name) => {
    const parts = name.split('.');
    if (name.startsWith('sandbox.rows.')) return false;
    const composed = code.includes(`\`${parts.slice(0, -1).join('.')}.\${`);
    const suffixed = code.includes(`\`${parts[0]}.\${name}Now\``) && name.endsWith('Now');
    const asGroup = code.includes(`docsMessages[language].${parts[0]}`);
    return !(code.includes(`'${name}'`) || composed || suffixed || asGroup);
  });
  expect(unused).toEqual([]);
});

it('every section of the guide that a page leads to exists', () => {
  const code = sources('ui') + sources('app');
  const linked = [
    ...code.matchAll(/<GuideLink\s+section=\{?[^/]*|\/docs\?lang=\$\{\w+\}#(?!\$)\w+/g),
  ];
  const sections = linked.flatMap(([text]) =>
    text.startsWith('<')
      ? [...text.matchAll(/["'](\w+)["']/g)].map(([, id]) => id)
      : [text.split('#')[1]],
  );
  expect(new Set(sections).size).toBeGreaterThan(4);
  for (const id of sections) expect(Object.keys(docsEs.sections)).toContain(id);
});
