import { validate } from 'uuid';
import type { Database } from '@/db/client';
import { may, type Role } from '@/lib/access/permissions';
import { countIntegrations, searchIntegrations } from '@/lib/integrations/find';
import { findSealedRecord } from '@/lib/recording/find';
import { isRequestKnown } from '@/lib/recording/search';
import { searchUsers } from '@/lib/users/find';

/** Everything found for a text, except pages, whose names the browser has. */
export interface SearchAnswer {
  readonly integrations: readonly { readonly nombre: string; readonly suspended: boolean }[];
  /** Number of other matching integrations. */
  readonly more: number;
  readonly users: readonly string[];
  /** Addresses of the query, and of the queries of the request, with this id. */
  readonly ids: readonly { readonly kind: 'query' | 'request'; readonly href: string }[];
  /** Whether the text looks like an id that is recorded nowhere. */
  readonly isUnknownId: boolean;
}

const MOST_RESULTS = 8;
const MOST_USERS = 5;
/** Request ids as the gateway accepts them, with a digit to exclude words. */
const REQUEST_ID = /^(?=.*\d)[A-Za-z0-9_-]{8,64}$/;
/** Matches digits alone: an identifier, which has a search of its own. */
const DIGITS = /^\d+$/;

export async function searchConsole(db: Database, role: Role, text: string): Promise<SearchAnswer> {
  const [found, count, users, isQuery, isRequest] = await Promise.all([
    searchIntegrations(db, text, MOST_RESULTS),
    countIntegrations(db, text),
    may(role, 'user.read') && text !== '' ? searchUsers(db, text, MOST_USERS) : [],
    validate(text) ? findSealedRecord(db, text).then((record) => record !== undefined) : false,
    REQUEST_ID.test(text) ? isRequestKnown(db, text) : false,
  ]);
  const isId = validate(text) || (REQUEST_ID.test(text) && !DIGITS.test(text));
  return {
    integrations: found.map(({ nombre, suspendedAt }) => ({
      nombre,
      suspended: suspendedAt !== null,
    })),
    more: count - found.length,
    users,
    ids: [
      isQuery && ({ kind: 'query', href: `/console/queries/${text.toLowerCase()}` } as const),
      isRequest && ({ kind: 'request', href: `/console/queries?request=${text}` } as const),
    ].filter((id) => id !== false),
    isUnknownId: isId && !isQuery && !isRequest && count === 0,
  };
}
