import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { definitions } from '@/lib/sources/definitions';
import { type LookupHandler, lookupHandler } from './handler';

/** Handlers of the lookups by path. The front process calls them without Next's router. */
export const lookupHandlers: ReadonlyMap<string, LookupHandler> = new Map(
  LOOKUPS.map((lookup) => [lookupFacts[lookup].path, lookupHandler(definitions[lookup])]),
);
