import { connect, type Socket } from 'node:net';
import type { LookupUnderTest } from '@/checks/lookups';
import { freshAddress } from '@/testing/address';
import { type Credentials, credentials, rawHead } from '@/testing/requests';
import type { Api } from './fixtures';

/** Requests written byte by byte, for what no client library does. */

export interface RawHead {
  readonly lookup: LookupUnderTest;
  readonly as: Credentials;
  readonly headers: Readonly<Record<string, string>>;
}

export function open({ entryPoint }: Api): Socket {
  return connect({ host: entryPoint.origin.hostname, port: Number(entryPoint.origin.port) });
}

export function head({ entryPoint }: Api, { lookup, as, headers }: RawHead): string {
  return rawHead(lookup.path, {
    host: entryPoint.origin.host,
    'content-type': 'application/json',
    'x-forwarded-for': freshAddress(),
    ...credentials(as),
    ...headers,
  });
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
