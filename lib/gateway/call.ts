import { traceIdOf } from '@/lib/base/telemetry/tracing';
import { within } from '@/lib/base/time/deadline';
import { isJsonObject, parseJson } from '@/lib/base/values/json';
import { newRequestId } from '@/lib/base/values/request-id';
import type { Failure } from '@/lib/contract/failures';
import { MAX_BODY_BYTES } from '@/lib/contract/lookup-types';
import type { Credentials } from '@/lib/integrations/authenticate';
import type { AddressEvidence } from '@/lib/limits/address';
import type { HangUp } from '@/lib/sources/source-call';
import { peerOf } from './peer';
import type { Trace } from './trace';

/** The part of a web `Request` that a lookup reads. The front process makes a cheaper object. */
export interface LookupRequest {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly signal: HangUp;
}

type BodyFailure = Extract<Failure, 'body_too_large' | 'client_gone'>;

/** A request to the front process, which sends the {@link PlainAnswer} itself. */
export interface DirectRequest extends LookupRequest {
  /** Address of the TCP peer. */
  readonly peer: string;
  /** Returns the body if it has fully arrived (the usual case): cheaper than iterating. */
  readonly readWhole: () => Buffer | undefined;
}

/** A response as plain values. The front process sends it without a costly web `Response`. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Body = BodyFailure | { readonly json: unknown };

export interface Call extends AddressEvidence {
  readonly method: string;
  readonly credentials: Credentials;
  readonly idempotencyKey: string | null;
  readonly signal: HangUp;
  readonly startedAt: number;
  /** When the checks and the source must be done, on the scale of `performance.now()`. */
  readonly deadlineAt: number;
  readonly trace: Trace;
  readonly readBody: () => Body | Promise<Body>;
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
  let reading: BodyFailure | Buffer | Promise<BodyFailure | Buffer> | undefined;
  const read = () => {
    reading ??= readBytes(request);
    return reading;
  };
  const bodyOf = (bytes: BodyFailure | Buffer) =>
    typeof bytes === 'string' ? bytes : { json: jsonOf(bytes, headers) };
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
    readBody: () => {
      const bytes = read();
      return bytes instanceof Promise
        ? within(startedAt + ceilingMs, bytes.then(bodyOf))
        : bodyOf(bytes);
    },
    awaitBody: async () => {
      const bytes = read();
      if (!(bytes instanceof Promise)) return typeof bytes !== 'string';
      const deadlineAt = performance.now() + REFUSED_BODY_TIMEOUT_MS;
      return typeof (await within(deadlineAt, bytes).catch(() => 'late')) !== 'string';
    },
  };
}

/** Reads at most {@link MAX_BODY_BYTES}. */
function readBytes(
  request: LookupRequest | DirectRequest,
): BodyFailure | Buffer | Promise<BodyFailure | Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return 'body_too_large';
  const whole = 'readWhole' in request ? request.readWhole() : undefined;
  if (whole === undefined) return readChunks(request);
  return whole.length > MAX_BODY_BYTES ? 'body_too_large' : whole;
}

async function readChunks({ body }: LookupRequest): Promise<BodyFailure | Buffer> {
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
