import { type ConsolePage, PAGES } from '@/app/(console)/layout/navigation';

const QUERIES = '/console/queries';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Request ids as the gateway accepts them, with at least one digit to exclude words. */
const REQUEST_ID = /^(?=.*\d)[A-Za-z0-9_-]{8,64}$/;

export interface IdTarget {
  readonly kind: 'query' | 'request';
  readonly href: string;
}

/** Returns the pages that a pasted id may lead to. */
export function targetsOf(text: string, pages: readonly ConsolePage[] = PAGES): IdTarget[] {
  if (!pages.some(({ href }) => href === QUERIES)) return [];
  const query: IdTarget = { kind: 'query', href: `${QUERIES}/${text.toLowerCase()}` };
  const request: IdTarget = { kind: 'request', href: `${QUERIES}?request=${text}` };
  return [...(UUID.test(text) ? [query] : []), ...(REQUEST_ID.test(text) ? [request] : [])];
}
