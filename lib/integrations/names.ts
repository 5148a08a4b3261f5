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
