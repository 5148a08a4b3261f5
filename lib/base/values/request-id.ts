import { randomUUID } from 'node:crypto';

/** Position of the version in a UUID. */
const VERSION_AT = 14;

/** Makes an id of UUID version 8, which clients do not make, so that records show who sent it. */
export function newRequestId(): string {
  const id = randomUUID();
  return `${id.slice(0, VERSION_AT)}8${id.slice(VERSION_AT + 1)}`;
}

/** Matches the ids of {@link newRequestId}, in PostgreSQL too. */
export const OWN_REQUEST_ID =
  '^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';
