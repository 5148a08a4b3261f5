import MiniSearch from 'minisearch';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { Language } from '@/lib/base/values/language';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';

export interface Entry {
  readonly href: string;
  /** Where it is: a section of the guide, or an operation of the reference. */
  readonly place: string;
  readonly page: 'guide' | 'reference';
  readonly text: string;
}

export type Find = (text: string) => readonly Entry[];

const MAX_RESULTS = 12;
/** Wrong letters per letter of a word: one in words of five or more. */
const FUZZINESS = 0.2;

/** Reads the guide and the contract, and returns a function that finds places in both. */
export async function loadIndex(language: Language): Promise<Find> {
  const [guide, contract] = await Promise.all(
    ['/docs', '/openapi.json'].map((path) => fetch(`${path}?lang=${language}`)),
  );
  if (!guide?.ok || !contract?.ok) throw new Error('The documentation could not be read.');
  const page = new DOMParser().parseFromString(await guide.text(), 'text/html');
  const document: OpenApiDocument = await contract.json();
  return createIndex([...guideEntries(page, language), ...referenceEntries(document, language)]);
}

/** Returns a function that finds entries by words, their beginnings and their misspellings. */
export function createIndex(entries: readonly Entry[]): Find {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['place', 'text'],
    processTerm: plain,
    searchOptions: {
      boost: { place: 2 },
      prefix: true,
      fuzzy: FUZZINESS,
      combineWith: 'AND',
    },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return (text) =>
    index
      .search(text)
      .slice(0, MAX_RESULTS)
      .flatMap(({ id }) => entries[id] ?? []);
}

/** Ignores case and accents. */
function plain(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}

const BLOCKS = 'p, li:not(:has(p, pre)), tr, h3';

function guideEntries(page: Document, language: Language): Entry[] {
  return [...page.querySelectorAll('main section[id]')].flatMap((section) => {
    const { id } = section;
    const place = textOf(section.querySelector(`[id="${id}-title"]`)).replace(/#$/, '');
    const own = [...section.querySelectorAll(BLOCKS)].filter(
      (block) => block.closest('section[id]') === section && block.closest('thead') === null,
    );
    const texts = [place, ...own.map(textOf)].filter((text) => text !== '');
    const href = `/docs?lang=${language}#${id}`;
    return texts.map((text) => ({ href, place, page: 'guide' as const, text }));
  });
}

function textOf(element: Element | null): string {
  // Cells of a row are separated.
  const parts = element?.matches('tr') ? [...element.children] : [element];
  return parts
    .map((part) => part?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '')
    .filter((text) => text !== '')
    .join(' · ');
}

function referenceEntries(document: OpenApiDocument, language: Language): Entry[] {
  return Object.entries(document.paths).flatMap(([path, { post }]) => {
    if (post === undefined) return [];
    const [tag = ''] = post.tags;
    const href = `/docs/reference?lang=${language}#tag/${tag}/POST${path}`;
    const place = `${post.summary} · ${path}`;
    const fields = fieldsIn([post.requestBody, post.responses['200']], document);
    const texts = [post.description.replaceAll(/\s+/g, ' '), ...fields];
    return texts.map((text) => ({ href, place, page: 'reference' as const, text }));
  });
}

/** Lists names and descriptions of all fields in some schemas, references followed. */
function fieldsIn(parts: readonly unknown[], document: OpenApiDocument): Set<string> {
  const fields = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    if (isJsonObject(part)) {
      if (typeof part.$ref === 'string') walk(resolve(part.$ref, document));
      for (const [name, field] of propertiesOf(part)) {
        const { description } = isJsonObject(field) ? field : {};
        fields.add(typeof description === 'string' ? `${name}: ${description}` : name);
      }
    }
    for (const inner of Object.values(part)) walk(inner);
  };
  for (const part of parts) walk(part);
  return fields;
}

function propertiesOf({ properties }: JsonObject): [string, unknown][] {
  return isJsonObject(properties) ? Object.entries(properties) : [];
}

function resolve(reference: string, document: OpenApiDocument): unknown {
  let part: unknown = document;
  for (const name of reference.replace(/^#\//, '').split('/')) {
    part = isJsonObject(part) ? part[name] : undefined;
  }
  return part;
}
