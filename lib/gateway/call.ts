import { traceIdOf } from '@/lib/base/telemetry/tracing';
import { within } from '@/lib/base/time/deadline';
import { isJsonObject, parseJson } from '@/lib/base/values/json';
import { newRequestId } from '@/lib/base/values/request-id';
import type { Failure } from '@/lib/contract/failures';
import { MAX_BODY_BYTES } from '@/lib/contract/requests';
import type { Credentials } from '@/lib/integrations/authenticate';
import type { AddressEvidence } from '@/lib/limits/address';
import { peerOf } from './peer';
import type { Trace } from './trace';

/** The part of a web `Request` that a lookup reads. The front process makes a cheaper object. */
export interface LookupRequest {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: AbortSignal;
}

type BodyFailure = Extract<Failure, 'body_too_large' | 'client_gone'>;

/** A request to the front process, which sends the {@link PlainAnswer} itself. */
export interface DirectRequest extends LookupRequest {
  /** Address of the TCP peer. */
  readonly peer: string;
}

/** A response as plain values. The front process sends it without a costly web `Response`. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Call extends AddressEvidence {
  readonly method: string;
  readonly credentials: Credentials;
  readonly idempotencyKey: string | null;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  /** When the checks and the source must be done, on the scale of `performance.now()`. */
  readonly deadlineAt: number;
  readonly trace: Trace;
  readonly readBody: () => Promise<BodyFailure | { readonly json: unknown }>;
  /** Waits for a body that nothing has read, and returns false when it does not arrive whole. */
  readonly awaitBody: () => Promise<boolean>;
}

/** Time that a refused request has to send the rest of its body. */
const REFUSED_BODY_TIMEOUT_MS = 1_000;
const REQUEST_ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/;

export function parseCall(request: LookupRequest | DirectRequest, ceilingMs: number): Call {
  const { headers, method, signal } = request;
  const startedAt = performance.now();
  const requestId = headers.get('x-request-id');
  const isUsable = requestId !== null && REQUEST_ID_PATTERN.test(requestId);
  let reading: Promise<BodyFailure | Buffer> | undefined;
  const read = () => {
    reading ??= readBytes(request);
    return reading;
  };
  return {
    method,
    signal,
    startedAt,
    deadlineAt: startedAt + ceilingMs,
    peer: 'peer' in request ? request.peer : peerOf(headers),
    forwardedFor: headers.get('x-forwarded-for'),
    credentials: {
      login: headers.get('x-integracion-login'),
      token: headers.get('x-integracion-token'),
    },
    idempotencyKey: headers.get('idempotency-key'),
    trace: {
      requestId: isUsable ? requestId : newRequestId(),
      traceId: traceIdOf(headers),
      stepsMs: {},
    },
    readBody: async () => {
      const bytes = await read();
      return typeof bytes === 'string' ? bytes : { json: jsonOf(bytes, headers) };
    },
    awaitBody: async () => {
      const deadlineAt = performance.now() + REFUSED_BODY_TIMEOUT_MS;
      return typeof (await within(deadlineAt, read()).catch(() => 'late')) !== 'string';
    },
  };
}

/** Reads at most {@link MAX_BODY_BYTES}. */
async function readBytes({ headers, body }: LookupRequest): Promise<BodyFailure | Buffer> {
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 'body_too_large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BODY_BYTES) return 'body_too_large';
      chunks.push(chunk);
    }
  } catch {
    // Only the client can abort its body.
    return 'client_gone';
  }
  return Buffer.concat(chunks, size);
}

/**
 * Parses a body. One that is absent, not JSON, not an object or not sent as `application/json`
 * counts as an empty object, so that the lookup's own 400 answers it.
 */
function jsonOf(bytes: Buffer, headers: LookupRequest['headers']): unknown {
  const mediaType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  const isJson = mediaType === 'application/json';
  const json = isJson ? parseJson(bytes.toString('utf8')) : undefined;
  return isJsonObject(json) ? json : {};
}
