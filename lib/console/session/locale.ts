import { cookieName } from './cookies';

export const localeCookie = () => cookieName('pasarela-locale');

/** Header in which `proxy.ts` passes the language to the documentation's layout. */
export const DOCUMENT_LANGUAGE_HEADER = 'x-document-language';
