import { z } from 'zod';
import { type Chosen, lookupsAt } from '@/lib/base/env/source-settings';
import { sortSchema } from '@/lib/base/values/sort';
import { maybe, type Parameters, pageSchema, pathOf } from '@/lib/console/texts/form';
import { FAILURES } from '@/lib/contract/failures';
import { writtenAddressKey } from '@/lib/limits/address';
import { REFUSAL_COLUMNS, type RefusalFilter } from '@/lib/recording/list-refusals';
import { type QueryView, viewSchema } from './query-view';

/** Reads and writes the filters of the list of refusals in its URL. */

const refusalViewSchema = viewSchema
  .pick({
    integration: true,
    lookup: true,
    source: true,
    responsible: true,
    status: true,
    address: true,
    period: true,
    from: true,
    to: true,
  })
  .extend({ reason: maybe(z.enum(FAILURES)) });

export type RefusalView = z.infer<typeof refusalViewSchema>;

const querySchema = refusalViewSchema.extend({
  sort: sortSchema(REFUSAL_COLUMNS, '-refusals'),
  page: pageSchema,
});

export function parseRefusals(parameters: Parameters): z.infer<typeof querySchema> {
  return querySchema.parse(parameters);
}

/** Writes the URL of the list of refusals with the filters that it shares with a list of queries. */
export function refusalsPath(view: RefusalView | QueryView, base = '/console/refusals'): string {
  return pathOf(base, refusalViewSchema.parse(view));
}

/** Whether refusals can be filtered by everything that a view of queries filters by. */
export function appliesToRefusals(view: QueryView): boolean {
  const own = Object.keys(refusalViewSchema.shape);
  return Object.entries(view).every(([name, value]) => value === undefined || own.includes(name));
}

/** Returns the filter of a view; its integrations have been looked up by their names. */
export function refusalFilterOf(
  { lookup, source, responsible, status, address, ...view }: RefusalView | QueryView,
  integrations: RefusalFilter['integrations'],
  adapters: Chosen,
): RefusalFilter {
  return {
    lookup,
    lookups: source && lookupsAt(source, adapters),
    responsible,
    status,
    address: address && writtenAddressKey(address),
    reason: 'reason' in view ? view.reason : undefined,
    integrations,
  };
}
