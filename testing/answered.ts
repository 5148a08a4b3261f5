import type { Sql } from '@/db/client';
import type { Lookup } from '@/lib/contract/lookups';
import { definitions } from '@/lib/sources/definitions';
import { SourceShapes } from '@/lib/sources/shapes';

/** Has the catalog source answer a lookup with a record, so many times, for what watches its fields. */
export async function answered(sql: Sql, lookup: Lookup, datos: object, count: number) {
  const shapes = new SourceShapes();
  const body = { exito: true, datos };
  const received = { kind: 'json', status: 200, body, text: JSON.stringify(body) } as const;
  for (let n = 0; n < count; n += 1) {
    const answer = definitions[lookup].adapters.pasarela?.read(received, {});
    if (answer) shapes.count(lookup, 'pasarela', answer);
  }
  await shapes.write(sql);
}
