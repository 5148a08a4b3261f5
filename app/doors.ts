import { lookupFacts } from '@/lib/contract/lookups';
import { publishDoors } from '@/lib/gateway/doors';
import { gateway } from '@/lib/gateway/gateway';
import { POST as cuiNit } from './catalogos/cui-nit/route';
import { POST as omisos } from './catalogos/omisos/route';
import { POST as catalogRtu } from './catalogos/rtu/route';
import { POST as renap } from './renap/buscar-cui/route';
import { POST as rtu } from './rtu/nits/route';

/**
 * Opens the gateway and publishes the five handlers by path. Opened here and not by the first query:
 * what an earlier process left reserved is released though nobody asks. Throws `EnvError` before
 * anything is served.
 */
export function openDoors(): void {
  gateway();
  publishDoors(
    new Map([
      [lookupFacts.renap.path, renap],
      [lookupFacts.rtu.path, rtu],
      [lookupFacts['cui-nit'].path, cuiNit],
      [lookupFacts['rtu-v2'].path, catalogRtu],
      [lookupFacts.omisos.path, omisos],
    ]),
  );
}
