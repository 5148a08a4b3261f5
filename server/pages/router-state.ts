import type { IncomingHttpHeaders } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

const STATE = 'next-router-state-tree';

/** Removes a router state that Next would answer with a 500; it then sends the whole page. */
export function dropUnreadableState(headers: IncomingHttpHeaders): void {
  try {
    parseAndValidateFlightRouterState(headers[STATE]);
  } catch {
    delete headers[STATE];
  }
}
