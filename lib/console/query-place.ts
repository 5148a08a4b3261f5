import type { Database } from '@/db/client';
import { readIdsMatching } from '@/lib/integrations/names';
import type { QueryRecord } from '@/lib/recording/find';
import type { ActiveSession } from '@/lib/users/sessions';
import { type Parameters, pathOf } from './form';
import { readIdentifier } from './identifiers';
import { newerQuery, pageOfQueries } from './query-list';
import { filterOf, parseView, type QueryView, spanOf } from './query-view';

/** The place of a query in the list from which it was opened. */
export interface QueryPlace {
  readonly list: string;
  readonly isFiltered: boolean;
  /** Addresses of the queries above and below it; undefined at the ends of the list. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** Parameter of a query opened from its integration's page. */
const TAB = 'tab';

/** Writes the address of a query that remembers the list from which it is opened. */
export function queryPath(id: string, view: QueryView = {}, ofIntegration = false): string {
  return pathOf(`/console/queries/${id}`, { ...view, [TAB]: ofIntegration ? '1' : undefined });
}

/** Finds the list of a query and the queries next to it there. */
export async function placeOfQuery(
  db: Database,
  { id, micros }: Pick<QueryRecord, 'id' | 'micros'>,
  parameters: Parameters,
  session: ActiveSession,
): Promise<QueryPlace> {
  const view = parseView(parameters);
  const { integration: nombre, ...rest } = view;
  const ofIntegration = parameters[TAB] === '1' && nombre !== undefined;
  const base = ofIntegration ? `/console/integrations/${nombre}/queries` : '/console/queries';
  const integrationId = await readIdsMatching(db, nombre);
  const filter = { ...filterOf(view, readIdentifier(view.id, session)?.keys), integrationId };
  const cursor = { micros: BigInt(micros), id };
  const isFiltered = Object.values(view).some((value) => value !== undefined);
  // Opened from elsewhere, it has the whole list around it.
  const span = spanOf(isFiltered ? view : { period: 'all' }, new Date());
  const [older, newer] = await Promise.all([
    pageOfQueries(db, { filter, span, before: cursor }, 1),
    newerQuery(db, filter, span, cursor),
  ]);
  const addressIn = (query: string | undefined) => query && queryPath(query, view, ofIntegration);
  return {
    list: pathOf(base, ofIntegration ? rest : view),
    isFiltered,
    newer: addressIn(newer),
    older: addressIn(older.rows[0]?.id),
  };
}
