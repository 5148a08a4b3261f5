import { z } from 'zod';
import { findIntegration } from '@/lib/integrations/find';
import { NOBODY } from '@/lib/integrations/names';
import { settledSince } from '@/lib/recording/settled-since';
import { Refusal } from '@/lib/refusal';
import type { ActiveSession } from '@/lib/users/sessions';
import { consoleContext } from './context';
import { readIdentifier } from './identifiers';
import { filterOf, parseView } from './query-view';

/** Answer to a live list. */
export interface NewerQueries {
  /** Number of added records, at most a thousand. */
  readonly count: number;
  /** Value of `at` for the next request. */
  readonly at: string;
}

const atSchema = z
  .string()
  .regex(/^\d{1,17}$/)
  .transform(BigInt)
  .optional()
  .catch(undefined);

/** Counts the records of a view that were added after its parameter `at`. */
export async function newerQueries(
  query: URLSearchParams,
  session: ActiveSession,
): Promise<NewerQueries> {
  const { db } = consoleContext();
  const view = parseView(Object.fromEntries(query));
  const since = atSchema.parse(query.get('at') ?? undefined);
  const integrationId = view.integration === undefined ? undefined : await idOf(view.integration);
  const filter = filterOf(view, readIdentifier(view.id, session)?.keys);
  const { count, at } = await settledSince(db, { ...filter, integrationId }, since);
  return { count, at: String(at) };
}

async function idOf(nombre: string): Promise<number> {
  try {
    return (await findIntegration(consoleContext().db, nombre)).id;
  } catch (error) {
    if (error instanceof Refusal) return NOBODY;
    throw error;
  }
}
