import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { hasBegunAnswer } from './internals';
import { rawAnswer } from './security-headers';

/**
 * Returns what is wrong with the address of a request, if anything. Next answers such a request
 * with 500, or reads it differently from a proxy in front.
 */
export function malformation({
  url = '',
  rawHeaders,
  headers,
}: IncomingMessage): string | undefined {
  if (!/^(?:\/|https?:\/\/)/i.test(url) || !isReadable(url.split('?', 1)[0] ?? '')) {
    return 'Malformed path';
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  // HTTP/1.0 requires no Host header.
  const host = headers.host ?? 'none';
  return hosts > 1 || !HOST.test(host) ? 'Malformed Host header' : undefined;
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

function isReadable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what the parser rejects, unless an answer has begun on the connection. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || hasBegunAnswer(socket)) {
    socket.destroy(error);
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(rawAnswer(status, status.slice(4)), () => socket.destroy(error));
}
