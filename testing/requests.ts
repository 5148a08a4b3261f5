import type { TestIntegration } from '@/testing/integration';

export type Credentials = Pick<TestIntegration, 'nombre' | 'token'>;

/** Writes the head of a POST for a socket. */
export function rawHead(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Writes a whole POST for a connection that stays open. */
export function rawPost(path: string, body: string, headers: Record<string, string>): string {
  const length = String(Buffer.byteLength(body));
  const common = { 'content-type': 'application/json', 'content-length': length };
  return rawHead(path, { host: '127.0.0.1', ...common, ...headers }) + body;
}

export function credentials({ nombre, token }: Credentials): Record<string, string> {
  return { 'x-integracion-login': nombre, 'x-integracion-token': token };
}
