import type { IncomingMessage } from 'node:http';
import table from './security-headers-table.json' with { type: 'json' };

/** Headers of every response. `next.config.mjs` reads the same table for plain `next start`. */
const SECURITY_HEADERS: SecurityHeaders = table.always;

const STRICT_TRANSPORT: SecurityHeaders = { ...SECURITY_HEADERS, ...table.https };

export type SecurityHeaders = Readonly<Record<string, string>>;

/** Returns the headers of a response. Over plain HTTP they must not enforce TLS. */
export function securityHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  overHttps: boolean,
): SecurityHeaders {
  const protocol = headers['x-forwarded-proto'];
  const https = overHttps || (typeof protocol === 'string' && protocol.startsWith('https'));
  return https ? STRICT_TRANSPORT : SECURITY_HEADERS;
}

/** Returns a raw HTTP response, for a connection whose request is not parsed. */
export function rawAnswer(status: string, text: string): string {
  const body = `${text}\n`;
  const lines = [
    `HTTP/1.1 ${status}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
