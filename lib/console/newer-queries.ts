import { z } from 'zod';
import { findIntegration } from '@/lib/integrations/find';
import { NOBODY } from '@/lib/integrations/names';
import { settledSince } from '@/lib/recording/settled-since';
import { Refusal } from '@/lib/refusal';
import { consoleContext } from './context';
import { filterOf, parseView } from './query-view';

/** What a list that is kept up to date is told. */
export interface NewerQueries {
  /** Records that came since, up to a thousand. */
  readonly count: number;
  /** What to ask with the next time. */
  readonly at: string;
}

const atSchema = z
  .string()
  .regex(/^\d{1,17}$/)
  .transform(BigInt)
  .optional()
  .catch(undefined);

/** How many records of the view in an address came after the moment `at` of it. */
export async function newerQueries(query: URLSearchParams): Promise<NewerQueries> {
  const { db } = consoleContext();
  const view = parseView(Object.fromEntries(query));
  const since = atSchema.parse(query.get('at') ?? undefined);
  const integrationId = view.integration === undefined ? undefined : await idOf(view.integration);
  const { count, at } = await settledSince(db, { ...filterOf(view), integrationId }, since);
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
