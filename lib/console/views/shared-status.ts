import { settings } from '@/lib/base/env/settings';
import { SECOND_MS } from '@/lib/base/time/time';
import { consoleContext } from '@/lib/console/session/context';
import { type PublicStatus, readStatus } from '@/lib/watch/public-status';

const SHARED_FOR_MS = 10 * SECOND_MS;
let shared: { status: Promise<PublicStatus>; until: number } | undefined;

/**
 * Reads the public status once for all its documents within some seconds. It serves plain `next
 * start`: the front process keeps each document itself. Fails without the database.
 */
export async function sharedStatus(): Promise<PublicStatus> {
  if (shared === undefined || Date.now() > shared.until) {
    const status = readStatus(consoleContext().db, settings().adapters);
    const fresh = { status, until: Date.now() + SHARED_FOR_MS };
    shared = fresh;
    // A failure is not shared with the next request.
    fresh.status.catch(() => {
      if (shared === fresh) shared = undefined;
    });
  }
  return shared.status;
}
