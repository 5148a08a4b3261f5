export const LOCALE_COOKIE = 'pasarela-locale';

/** How `proxy.ts` tells the documentation's layout the language of the page. */
export const DOCUMENT_LANGUAGE_HEADER = 'x-document-language';
