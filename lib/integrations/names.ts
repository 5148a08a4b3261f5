import { asc } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { integrations } from '@/db/schema/index';

/** Every integration by id, in the order of the names. */
export async function integrationNames(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: integrations.id, nombre: integrations.nombre })
    .from(integrations)
    .orderBy(asc(integrations.nombre));
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
}

/** What no integration has as its id, so that a filter by it finds nothing. */
export const NOBODY = -1;

/** The id of a name, {@link NOBODY} when it is nobody's; `undefined` without a name. */
export function idOfName(
  names: ReadonlyMap<number, string>,
  wanted: string | undefined,
): number | undefined {
  if (wanted === undefined) return undefined;
  const [id = NOBODY] = [...names].find(([, nombre]) => nombre === wanted) ?? [];
  return id;
}
