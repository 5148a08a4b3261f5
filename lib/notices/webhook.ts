import { createHmac, randomBytes } from 'node:crypto';
import { type Dispatcher, request } from 'undici';
import { VERSION } from '@/lib/base/env/version';
import { DAY_MS, SECOND_MS } from '@/lib/base/time/time';
import { OUTBOUND_TIMEOUT_MS, OutboundError, type OutboundRules, parseOutbound } from './outbound';

/** Sends notices after Standard Webhooks: https://www.standardwebhooks.com. */

const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';
/** Most bytes of an answer that are read. None are kept. */
const MAX_ANSWER_BYTES = 1024;
const MAX_RETRY_AFTER_MS = DAY_MS;
const TIMESTAMP_UNIT_MS = SECOND_MS;

/** Makes the secret of a webhook, as it is shown once. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Message {
  /** Id of the notice, the same in every attempt. */
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: unknown;
}

/** Failures without an answer that explains them, in one word. */
export const ATTEMPT_ERRORS = [
  ...(['refused', 'reset', 'timeout', 'certificate', 'failed'] as const),
  ...(['url_private', 'url_invalid', 'secret'] as const),
  ...(['rejected', 'deferred', 'server', 'sign_in', 'sender'] as const),
];
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** Result of an attempt. `hold`: the target is not asked for a while. */
export interface Attempt {
  readonly result: 'delivered' | 'retry' | 'hold' | 'gone' | 'rejected';
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly retryAfterMs?: number;
}

/** Returns the signature of a body under each secret, separated by spaces. */
export function signaturesOf(
  secrets: readonly string[],
  {
    id,
    timestamp,
    body,
  }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
      return `v1,${digest.digest('base64')}`;
    })
    .join(' ');
}

interface Sending {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly dispatcher: Dispatcher;
  readonly rules: OutboundRules;
  /** Instant of the attempt, by the database's clock. */
  readonly at: Date;
}

/** Makes one attempt. Never throws. */
export async function sendWebhook(message: Message, sending: Sending): Promise<Attempt> {
  const { url, secrets, dispatcher, rules, at } = sending;
  const { id, type, occurredAt, data } = message;
  const body = JSON.stringify({ type, timestamp: occurredAt.toISOString(), data });
  const timestamp = Math.floor(at.getTime() / TIMESTAMP_UNIT_MS);
  const signal = AbortSignal.timeout(OUTBOUND_TIMEOUT_MS);
  try {
    const answer = await request(parseOutbound(url, rules), {
      method: 'POST',
      dispatcher,
      body,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Pasarela/${VERSION}`,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signaturesOf(secrets, { id, timestamp, body }),
      },
    });
    // The status decides, whatever becomes of the rest.
    await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => {});
    return attemptOf(answer.statusCode, answer.headers['retry-after']);
  } catch (error) {
    return { result: 'hold', status: null, error: wordOf(error) };
  }
}

const OVERLOADED = [429, 502, 503, 504];

function attemptOf(status: number, retryAfter: string | string[] | undefined): Attempt {
  const answered = { status, error: null };
  if (status >= 200 && status < 300) return { result: 'delivered', ...answered };
  if (status === 410) return { result: 'gone', ...answered };
  if (!OVERLOADED.includes(status)) return { result: 'retry', ...answered };
  // Seconds, or a date.
  const text = String(retryAfter);
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - Date.now();
  const retryAfterMs = Math.min(waitMs, MAX_RETRY_AFTER_MS);
  return { result: 'hold', ...answered, ...(retryAfterMs > 0 && { retryAfterMs }) };
}

const WORDS: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  UND_ERR_SOCKET: 'reset',
};

/** Names a failure in one word, without an address or a text of the other side. */
function wordOf(error: unknown): AttemptError {
  if (error instanceof OutboundError) return error.code;
  if (!(error instanceof Error)) return 'failed';
  const isLate = error.name === 'TimeoutError' || error.name.endsWith('TimeoutError');
  if (isLate) return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isCertificate = /CERT|SELF_SIGNED|ALTNAME|TLS|SSL/.test(code);
  return WORDS[code] ?? (isCertificate ? 'certificate' : 'failed');
}
