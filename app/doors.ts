import { lookupFacts } from '@/lib/contract/lookups';
import { EnvError } from '@/lib/env';
import { publishDoors } from '@/lib/gateway/doors';
import { gateway } from '@/lib/gateway/gateway';
import { POST as cuiNit } from './catalogos/cui-nit/route';
import { POST as omisos } from './catalogos/omisos/route';
import { POST as catalogRtu } from './catalogos/rtu/route';
import { POST as renap } from './renap/buscar-cui/route';
import { POST as rtu } from './rtu/nits/route';

/**
 * Opens the gateway, so that no first request waits for its connections, and publishes the five
 * handlers by path. Without a right environment the process ends: plain `next start` would go on
 * listening and answer errors.
 */
export function openDoors(): void {
  try {
    gateway();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
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
