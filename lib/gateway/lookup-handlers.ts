import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { definitions } from '@/lib/sources/definitions';
import { type LookupHandler, lookupRoute } from './handler';

/** The handler of each lookup by path. The front process calls them without Next's routes. */
export const lookupHandlers: ReadonlyMap<string, LookupHandler> = new Map(
  LOOKUPS.map((lookup) => [lookupFacts[lookup].path, lookupRoute(definitions[lookup]).POST]),
);
