import { cookieName } from './cookies';

/** Returns the name of the cookie that holds the language of a browser. */
export const localeCookie = () => cookieName('pasarela-locale');

/** Header in which `proxy.ts` passes the language to the documentation's layout. */
export const DOCUMENT_LANGUAGE_HEADER = 'x-document-language';
