/** First page of the console. */
export const HOME = '/console';

/** Request header that tells a guard which page was requested. */
export const REQUESTED_PAGE = 'x-requested-page';

const BASE = 'http://console';
const MAX_LENGTH = 2_000;

/** Returns the page of the console to which a sign-in leads, or the first one. */
export function returnPath(given: unknown): string {
  if (typeof given !== 'string' || given.length > MAX_LENGTH) return HOME;
  if (!URL.canParse(given, BASE)) return HOME;
  const { origin, pathname, search } = new URL(given, BASE);
  const isOwn = origin === BASE && (pathname === HOME || pathname.startsWith(`${HOME}/`));
  return isOwn ? `${pathname}${search}` : HOME;
}
