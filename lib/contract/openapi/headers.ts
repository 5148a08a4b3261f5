import { recordOf } from '@/lib/base/values/record';
import { FAMILIES } from '@/lib/contract/families';
import { KEY_PATTERN } from '@/lib/contract/idempotency-key';
import type { JsonSchema } from './schemas';
import type { ContractTexts } from './texts';

export const REQUEST_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
const QUETZALES = { type: 'string', pattern: '^\\d+\\.\\d{2,4}$' };
const POLICY = `"(${FAMILIES.join('|')})"`;

interface Header {
  readonly text: keyof ContractTexts['headers'];
  readonly required?: true;
  readonly schema: JsonSchema;
  readonly example?: string;
}

const headers = {
  RequestId: {
    text: 'requestId',
    required: true,
    schema: { type: 'string', pattern: REQUEST_ID_PATTERN },
    example: 'factura-2026-000123',
  },
  CacheControl: {
    text: 'cacheControl',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  RateLimit: {
    text: 'rateLimit',
    schema: { type: 'string', pattern: `^${POLICY};r=\\d+;t=\\d+$` },
    example: '"catalogos";r=29;t=60',
  },
  RateLimitPolicy: {
    text: 'rateLimitPolicy',
    schema: { type: 'string', pattern: `^${POLICY};q=\\d+;w=60$` },
    example: '"catalogos";q=30;w=60',
  },
  Allow: { text: 'allow', required: true, schema: { type: 'string', const: 'POST' } },
  ConsultaSinCobro: { text: 'free', schema: { type: 'string', const: 'true' } },
  ConsultaId: {
    text: 'queryId',
    schema: { type: 'string', format: 'uuid' },
    example: '019e1f6a-2b7c-7d3e-9a41-5c0d8e2f4b6a',
  },
  ConsultaCobro: { text: 'charged', schema: QUETZALES, example: '0.50' },
  Constancia: {
    text: 'proof',
    schema: { type: 'string' },
    example: 'eyJhbGciOiJFZERTQSJ9.eyJlc3QiOjIwMH0.c2lnbg',
  },
  SaldoDisponible: { text: 'available', schema: QUETZALES, example: '124.50' },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof headers;

export interface HeaderObject extends Omit<Header, 'text'> {
  readonly description: string;
}

export function answerHeaders(texts: ContractTexts): Readonly<Record<string, HeaderObject>> {
  return recordOf(Object.keys(headers) as HeaderName[], (name) => {
    const { text, ...header }: Header = headers[name];
    return { description: texts.headers[text], ...header };
  });
}

/**
 * Request headers, except the credentials, which are security schemes. They have no examples: tools
 * would send them, and every first try would carry the same key.
 */
export function requestHeaders({ parameters }: ContractTexts) {
  return {
    RequestId: requestHeader('x-request-id', parameters.requestId, REQUEST_ID_PATTERN),
    IdempotencyKey: requestHeader('Idempotency-Key', parameters.idempotencyKey, KEY_PATTERN),
  };
}

function requestHeader(name: string, description: string, pattern: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string', pattern } };
}
