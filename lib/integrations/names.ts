import { asc } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { integrations } from '@/db/schema/index';

/** Returns the name of every integration by id, sorted by name. */
export async function integrationNames(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: integrations.id, nombre: integrations.nombre })
    .from(integrations)
    .orderBy(asc(integrations.nombre));
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
}

/** An id that no integration has: a filter by it finds nothing. */
export const NOBODY = -1;

/** Returns the id of a name, {@link NOBODY} for an unknown name, undefined without a name. */
export function idOfName(
  names: ReadonlyMap<number, string>,
  wanted: string | undefined,
): number | undefined {
  if (wanted === undefined) return undefined;
  const [id = NOBODY] = [...names].find(([, nombre]) => nombre === wanted) ?? [];
  return id;
}
