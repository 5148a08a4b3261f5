import type { HeaderObject, HeaderParameter } from './model';
import type { ContractTexts } from './texts/texts';

export const REQUEST_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
const REQUEST_ID = 'factura-2026-000123';

export type HeaderName = 'RequestId' | 'CacheControl' | 'RateLimit' | 'RateLimitPolicy' | 'Allow';

/** The headers of answers. */
export function answerHeaders({
  headers,
}: ContractTexts): Readonly<Record<HeaderName, HeaderObject>> {
  return {
    RequestId: {
      description: headers.requestId,
      required: true,
      schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
      example: REQUEST_ID,
    },
    CacheControl: {
      description: headers.cacheControl,
      required: true,
      schema: { type: 'string', const: 'no-store' },
    },
    RateLimit: {
      description: headers.rateLimit,
      schema: { type: 'string', pattern: '^"(renap|rtu|catalogos)";r=\\d+;t=\\d+$' },
      example: '"catalogos";r=29;t=60',
    },
    RateLimitPolicy: {
      description: headers.rateLimitPolicy,
      schema: { type: 'string', pattern: '^"(renap|rtu|catalogos)";q=\\d+;w=60$' },
      example: '"catalogos";q=30;w=60',
    },
    Allow: {
      description: headers.allow,
      required: true,
      schema: { type: 'string', const: 'POST' },
    },
  };
}

/** The headers of requests, credentials aside: those are security schemes. */
export function requestHeaders({
  parameters,
}: ContractTexts): Readonly<Record<string, HeaderParameter>> {
  return {
    RequestId: {
      name: 'x-request-id',
      in: 'header',
      required: false,
      description: parameters.requestId,
      schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
      example: REQUEST_ID,
    },
  };
}
