import { asc } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { IntegrationIds } from '@/db/integration-ids';
import { integrations } from '@/db/schema/index';

/** Returns the name of every integration by id, sorted by name. */
export async function integrationNames(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ id: integrations.id, nombre: integrations.nombre })
    .from(integrations)
    .orderBy(asc(integrations.nombre));
  return new Map(rows.map(({ id, nombre }) => [id, nombre]));
}

/** Returns the integration of this name, else all with this part in their name. */
export function integrationsMatching(
  names: ReadonlyMap<number, string>,
  part: string,
): ReadonlyMap<number, string> {
  const exact = [...names].filter(([, nombre]) => nombre === part);
  return new Map(
    exact.length > 0 ? exact : [...names].filter(([, nombre]) => nombre.includes(part)),
  );
}

/** Returns the ids of {@link integrationsMatching} for a filter; undefined without a name. */
export function idsMatching(
  names: ReadonlyMap<number, string>,
  part: string | undefined,
): IntegrationIds | undefined {
  if (part === undefined) return undefined;
  const [first, ...others] = integrationsMatching(names, part).keys();
  if (first === undefined) return [];
  return others.length === 0 ? first : [first, ...others];
}

/** Reads the names and returns the ids for a filter. */
export async function readIdsMatching(
  db: Database,
  part: string | undefined,
): Promise<IntegrationIds | undefined> {
  return part === undefined ? undefined : idsMatching(await integrationNames(db), part);
}
