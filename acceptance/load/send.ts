import { type Agent, request } from 'undici';
import { type Credentials, credentials } from '@/testing/requests';

/** End of a request as its client saw it. */
export type Ending =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      /** The answer says that it repeats a charged query at no cost. */
      readonly free?: boolean;
    }
  /** The connection broke, or there was none: the client cannot know whether it was charged. */
  | { readonly kind: 'broken'; readonly cause: string }
  | { readonly kind: 'hung_up' };

export interface Question {
  readonly requestId: string;
  readonly key?: string | undefined;
  readonly customer: Credentials;
  readonly body: object | undefined;
}

/** Sends a lookup as a client does; never throws. */
export async function send(
  dispatcher: Agent,
  url: string,
  { requestId, customer, key, body }: Question,
  hangUpAfterMs?: number,
): Promise<Ending> {
  const hangUp = new AbortController();
  const timer =
    hangUpAfterMs === undefined ? undefined : setTimeout(() => hangUp.abort(), hangUpAfterMs);
  try {
    const response = await request(url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...credentials(customer),
        'x-request-id': requestId,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
      signal: hangUp.signal,
    });
    const text = await response.body.text();
    const free = response.headers['x-consulta-sin-cobro'] === 'true';
    return { kind: 'answer', status: response.statusCode, body: text, free };
  } catch (error) {
    if (hangUp.signal.aborted) return { kind: 'hung_up' };
    return { kind: 'broken', cause: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

/** Counts answers by status, and other endings by their kind. */
export function countEndings(endings: readonly Ending[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const ending of endings) {
    const name = ending.kind === 'answer' ? String(ending.status) : ending.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Writes counts as `200×31 404×4 broken×2`. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name}×${count}`)
    .join(' ');
}
