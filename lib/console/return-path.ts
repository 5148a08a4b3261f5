/** First page of the console. */
export const HOME = '/console';

/** Request header with the page that was asked for, which a guard cannot see otherwise. */
export const REQUESTED_PAGE = 'x-requested-page';

const BASE = 'http://console';
const MAX_LENGTH = 2_000;

/** Reads where a sign-in leads: to a page of the console, else to its first one. */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH) return HOME;
  if (!URL.canParse(given, BASE)) return HOME;
  const { origin, pathname, search } = new URL(given, BASE);
  const isOwn = origin === BASE && (pathname === HOME || pathname.startsWith(`${HOME}/`));
  return isOwn ? `${pathname}${search}` : HOME;
}
