import { z } from 'zod';
import type { Database } from '@/db/client';
import type { Chosen } from '@/lib/base/env/source-settings';
import type { Logger } from '@/lib/base/telemetry/log';
import { byLookup, LOOKUPS } from '@/lib/contract/lookups';
import { readStates } from './public-status';

const resultSchema = z.object({ states: z.record(z.string(), z.string()) });

/** Reads the public state of each lookup, for the metrics of all instances, and logs its changes. */
export async function watchStatus(
  db: Database,
  adapters: Chosen,
  previous: unknown,
  log: Logger,
): Promise<object> {
  const known = resultSchema.safeParse(previous).data?.states;
  const read = await readStates(db, adapters, new Date());
  const states = byLookup((lookup) => read.states[lookup].state);
  for (const lookup of LOOKUPS) {
    const [before, state] = [known?.[lookup], states[lookup]];
    if (known !== undefined && before !== state) {
      log.info({ event: 'status_changed', lookup, before, state });
    }
  }
  return { states };
}
