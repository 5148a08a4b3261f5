export const LOCALES = ['es', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const LOCALE_COOKIE = 'pasarela-locale';

/** How `proxy.ts` tells the documentation's layout the language of the page. */
export const DOCUMENT_LANGUAGE_HEADER = 'x-document-language';

/** Spanish unless English was chosen. */
export function localeOf(text: string | undefined): Locale {
  return text === 'en' ? 'en' : 'es';
}
