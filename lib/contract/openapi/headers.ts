import { FAMILIES } from '@/lib/contract/families';
import type { HeaderObject, HeaderParameter } from './model';
import type { ContractTexts } from './texts/texts';

export const REQUEST_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
const REQUEST_ID = 'factura-2026-000123';

export type HeaderName =
  | 'RequestId'
  | 'CacheControl'
  | 'RateLimit'
  | 'RateLimitPolicy'
  | 'Allow'
  | 'IdempotencyReplayed'
  | 'ConsultaId'
  | 'ConsultaCobro'
  | 'SaldoDisponible';

const QUETZALES = '^\\d+\\.\\d{2,4}$';

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
      schema: { type: 'string', pattern: `^"(${FAMILIES.join('|')})";r=\\d+;t=\\d+$` },
      example: '"catalogos";r=29;t=60',
    },
    RateLimitPolicy: {
      description: headers.rateLimitPolicy,
      schema: { type: 'string', pattern: `^"(${FAMILIES.join('|')})";q=\\d+;w=60$` },
      example: '"catalogos";q=30;w=60',
    },
    Allow: {
      description: headers.allow,
      required: true,
      schema: { type: 'string', const: 'POST' },
    },
    IdempotencyReplayed: {
      description: headers.idempotencyReplayed,
      schema: { type: 'string', const: 'true' },
    },
    ConsultaId: {
      description: headers.queryId,
      schema: { type: 'string', format: 'uuid' },
      example: '019e1f6a-2b7c-7d3e-9a41-5c0d8e2f4b6a',
    },
    ConsultaCobro: {
      description: headers.charged,
      schema: { type: 'string', pattern: QUETZALES },
      example: '0.50',
    },
    SaldoDisponible: {
      description: headers.available,
      schema: { type: 'string', pattern: QUETZALES },
      example: '124.50',
    },
  };
}

/**
 * Request headers, except the credentials, which are security schemes. They have no examples: tools
 * would send them, and every first try would carry the same key.
 */
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
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: parameters.idempotencyKey,
      schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    },
  };
}
