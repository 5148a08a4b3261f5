import { lookupFacts } from '@/lib/contract/lookups';
import type { LookupHandler } from '@/lib/gateway/handler';
import { POST as cuiNit } from './catalogos/cui-nit/route';
import { POST as omisos } from './catalogos/omisos/route';
import { POST as catalogRtu } from './catalogos/rtu/route';
import { POST as renap } from './renap/buscar-cui/route';
import { POST as rtu } from './rtu/nits/route';

/** The handlers that the routes export, by path: the front process calls them without Next. */
export const lookupHandlers: ReadonlyMap<string, LookupHandler> = new Map([
  [lookupFacts.renap.path, renap],
  [lookupFacts.rtu.path, rtu],
  [lookupFacts['cui-nit'].path, cuiNit],
  [lookupFacts['rtu-v2'].path, catalogRtu],
  [lookupFacts.omisos.path, omisos],
]);
