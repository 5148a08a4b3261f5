import { type ConsolePage, PAGES } from '@/app/(console)/layout/navigation';

const QUERIES = '/console/queries';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What the gateway takes for a request id; one without a digit is more likely a word. */
const REQUEST_ID = /^(?=.*\d)[A-Za-z0-9_-]{8,64}$/;

export interface IdTarget {
  readonly kind: 'query' | 'request';
  readonly href: string;
}

/** Where an identifier that was pasted leads. Nowhere as long as there is no page of queries. */
export function targetsOf(text: string, pages: readonly ConsolePage[] = PAGES): IdTarget[] {
  if (!pages.some(({ href }) => href === QUERIES)) return [];
  const query: IdTarget = { kind: 'query', href: `${QUERIES}/${text.toLowerCase()}` };
  const request: IdTarget = { kind: 'request', href: `${QUERIES}?request=${text}` };
  return [...(UUID.test(text) ? [query] : []), ...(REQUEST_ID.test(text) ? [request] : [])];
}
