import { isPlaceRole, type Role } from '@/lib/access/permissions';

/** First page of the console. */
export const HOME = '/console';

/** First page of the people of an integration. */
export const PLACE = '/integracion';

export function homeOf(role: Role): string {
  return isPlaceRole(role) ? PLACE : HOME;
}

/** The page of one's own account, open while a password or factor is missing. */
export function accountOf(role: Role): string {
  return isPlaceRole(role) ? `${PLACE}/cuenta` : `${HOME}/account`;
}

/** Request header that names the requested page to a guard. */
export const REQUESTED_PAGE = 'x-requested-page';

/** Request header that asks for the text of a missing page, as a page without an error. */
export const MISSING_PAGE = 'x-missing-page';

/** Request header in which `proxy.ts` passes the language to the documentation's layout. */
export const DOCUMENT_LANGUAGE_HEADER = 'x-document-language';

const BASE = 'http://console';
const MAX_LENGTH = 2_000;

/** Returns the page of the console to which a sign-in leads, or the first one. */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH) return HOME;
  if (!URL.canParse(given, BASE)) return HOME;
  const { origin, pathname, search } = new URL(given, BASE);
  const isOwn =
    origin === BASE &&
    [HOME, PLACE].some((home) => pathname === home || pathname.startsWith(`${home}/`));
  return isOwn ? `${pathname}${search}` : HOME;
}
