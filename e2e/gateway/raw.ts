import { connect, type Socket } from 'node:net';
import type { LookupUnderTest } from '@/cli/conformance/lookups';
import { freshAddress } from './entry-point';
import type { Api } from './fixtures';

/** Requests written byte by byte, for what no client library does. */

export interface RawHead {
  readonly lookup: LookupUnderTest;
  readonly as: { readonly nombre: string; readonly token: string };
  readonly headers: Readonly<Record<string, string>>;
}

export function open({ entryPoint }: Api): Socket {
  return connect({ host: entryPoint.origin.hostname, port: Number(entryPoint.origin.port) });
}

export function head({ entryPoint }: Api, { lookup, as, headers }: RawHead): string {
  const all = {
    host: entryPoint.origin.host,
    'content-type': 'application/json',
    'x-forwarded-for': freshAddress(),
    'x-integracion-login': as.nombre,
    'x-integracion-token': as.token,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${lookup.path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Reads everything until the server ends the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (text += chunk));
  await new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });
  return text;
}
