import type { Question } from './lookups';

/** More than the 30 seconds that a query may take. */
export const SAMPLE_TIMEOUT_S = 35;

export interface Caller {
  readonly origin: string;
  readonly login: string;
  readonly token: string;
}

/** Writes the curl command with address and credentials filled in. */
export function curlLine(caller: Caller, { path, body }: Question): string {
  return curlOf(caller, path, JSON.stringify(body));
}

/** Uses double quotes, so that a shell expands variables. */
export function curlOf({ origin, login, token }: Caller, path: string, json: string): string {
  return `curl -sS -m ${SAMPLE_TIMEOUT_S} "${origin}${path}" \\
  -H "x-integracion-login: ${login}" \\
  -H "x-integracion-token: ${token}" \\
  -H "content-type: application/json" \\
  -d '${json}'`;
}
