import type { Database } from '@/db/client';
import { settings } from '@/lib/base/env/settings';
import { consoleContext } from '@/lib/console/session/context';
import { readList } from '@/lib/console/session/slow-list';
import { type Parameters, pathOf } from '@/lib/console/texts/form';
import { readIdsMatching } from '@/lib/integrations/names';
import type { QueryRecord } from '@/lib/recording/find';
import type { ActiveSession } from '@/lib/users/sessions';
import { readIdentifier } from './identifiers';
import { OF_INTEGRATION, ownView, queryPath } from './pages';
import { newerQuery, pageOfQueries } from './query-list';
import { filterOf, parseView, spanOf } from './query-view';
import { viewer } from './viewer';

/** The place of a query in the list from which it was opened. */
export interface QueryPlace {
  readonly list: string;
  readonly isFiltered: boolean;
  /** Addresses of the queries above and below it; undefined at the ends of the list. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

/** Finds the list of a query and the queries next to it there. */
export async function placeOfQuery(
  db: Database,
  { id, micros }: Pick<QueryRecord, 'id' | 'micros'>,
  parameters: Parameters,
  session: ActiveSession,
): Promise<QueryPlace> {
  const { isStaff, pagesOf } = await viewer();
  const given = parseView(parameters);
  const view = isStaff ? given : ownView(given);
  const { integration: nombre, ...rest } = view;
  const ofIntegration = parameters[OF_INTEGRATION] === '1' && nombre !== undefined;
  const base = ofIntegration ? `/console/integrations/${nombre}/queries` : '/console/queries';
  const integrationId = session.integrationId ?? (await readIdsMatching(db, nombre));
  const keys = readIdentifier(view.id, session)?.keys;
  const filter = { ...filterOf(view, keys, settings().adapters), integrationId };
  const cursor = { micros: BigInt(micros), id };
  const isFiltered = Object.values(view).some((value) => value !== undefined);
  // Opened from elsewhere, it has the whole list around it.
  const span = spanOf(isFiltered ? view : { period: 'all' }, new Date());
  const near = await readList(consoleContext(), filter, session, (lists) =>
    Promise.all([
      pageOfQueries(lists, { filter, span, before: cursor }, 1),
      newerQuery(lists, filter, span, cursor),
    ]),
  );
  const [older, newer] = typeof near === 'string' ? [] : near;
  const pathIn = isStaff
    ? (query: string) => queryPath(query, view, ofIntegration)
    : (query: string) => pagesOf('').query(query, view);
  const addressIn = (query: string | undefined) => query && pathIn(query);
  return {
    list: isStaff ? pathOf(base, ofIntegration ? rest : view) : pathOf(pagesOf('').queries, rest),
    isFiltered,
    newer: addressIn(newer),
    older: addressIn(older?.rows[0]?.id),
  };
}
