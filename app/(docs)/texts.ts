import { cookies, headers } from 'next/headers';
import { createTranslator } from 'next-intl';
import { LANGUAGE_TAGS, type Language, languageOf } from '@/lib/base/values/language';
import { localeCookie } from '@/lib/console/session/cookies';
import { DOCUMENT_LANGUAGE_HEADER } from '@/lib/console/session/return-path';
import type { ContractTexts } from '@/lib/contract/openapi/texts';
import en from '@/messages/docs.en.json';
import es from '@/messages/docs.es.json';

export const docsMessages: Readonly<Record<Language, typeof es>> = { es, en };

/**
 * Returns the documentation's texts, which are separate from those the console sends to browsers.
 */
export function docsTexts(language: Language) {
  return createTranslator({ locale: LANGUAGE_TAGS[language], messages: docsMessages[language] });
}

export type DocsTexts = ReturnType<typeof docsTexts>;

/** Texts that the parts of the guide share. */
export interface GuideProps {
  readonly language: Language;
  readonly t: DocsTexts;
  readonly texts: ContractTexts;
}

/** Lists the keys of a group of texts, which are in the order of the page. */
export function keysOf<Group extends object>(group: Group) {
  return Object.keys(group) as (keyof Group)[];
}

export function copyTexts(t: DocsTexts) {
  return { copy: t('copy'), copied: t('copied') };
}

export type Search = Promise<Readonly<Record<string, string | string[] | undefined>>>;

/** Returns the language of the URL, else the one chosen last in the console, else Spanish. */
export async function pageLanguage(search: Search): Promise<Language> {
  const { lang } = await search;
  return typeof lang === 'string' ? languageOf(lang) : cookieLanguage();
}

/** Returns the language of the document around the page. */
export async function documentLanguage(): Promise<Language> {
  const header = (await headers()).get(DOCUMENT_LANGUAGE_HEADER);
  return header === null ? cookieLanguage() : languageOf(header);
}

async function cookieLanguage(): Promise<Language> {
  return languageOf((await cookies()).get(localeCookie())?.value);
}
