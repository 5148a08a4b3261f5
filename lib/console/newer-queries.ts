import { z } from 'zod';
import { readIdsMatching } from '@/lib/integrations/names';
import { settledSince } from '@/lib/recording/settled-since';
import type { ActiveSession } from '@/lib/users/sessions';
import { consoleContext } from './context';
import { maybe } from './form';
import { readIdentifier } from './identifiers';
import { filterOf, parseView } from './query-view';

export interface NewerQueries {
  /** Number of added records, at most a thousand. */
  readonly count: number;
  /** Value of `at` for the next request. */
  readonly at: string;
}

const MICROSECONDS = /^\d{1,17}$/;
const atSchema = maybe(z.string().regex(MICROSECONDS).transform(BigInt));

/** Counts the records of a view that were added after its parameter `at`. */
export async function newerQueries(
  query: URLSearchParams,
  session: ActiveSession,
): Promise<NewerQueries> {
  const { db } = consoleContext();
  const view = parseView(Object.fromEntries(query));
  const since = atSchema.parse(query.get('at') ?? undefined);
  const integrationId = await readIdsMatching(db, view.integration);
  const filter = filterOf(view, readIdentifier(view.id, session)?.keys);
  const { count, at } = await settledSince(db, { ...filter, integrationId }, since);
  return { count, at: String(at) };
}
