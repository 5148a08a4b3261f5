import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Holds every use of a private part of Node or Next, with the version that it was read in.
 * `internals.test.ts` fails when one is gone, and when Next is another: then read them again. Next's
 * reader of router states is used in `pages/router-state.ts`, because the front process never loads Next.
 */
export const READ_IN = { node: ['20.20', '24'], next: '16.4.6' } as const;

type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number;

/** Node's parser of a connection. A negative number from `onIncoming` makes it fail. */
export interface WithParser {
  parser?: { onIncoming: OnIncoming };
}

/**
 * Stops parsing what a closed connection had sent. Node reads 64 KiB at once, which may hold 1,500
 * requests, and offers no public way to stop.
 */
export function stopParsingOnceClosed(socket: Socket & WithParser): void {
  const { parser } = socket;
  if (parser === undefined) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepAlive) => {
    if (!socket.destroyed) return onIncoming(request, keepAlive);
    // Otherwise Node would create an error with a stack trace for it later.
    request.destroy();
    return -1;
  };
}

/** Whether Node has sent the head of an answer on a connection: no other may follow. */
export function hasBegunAnswer(socket: Duplex): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  const isAnswer = typeof answer === 'object' && answer !== null && '_headerSent' in answer;
  return isAnswer && answer._headerSent === true;
}

/**
 * Stops accepting connections; resolves when all are closed. http's own `close` would cut a
 * connection at once on which a request is arriving.
 */
export function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** Variables that Next reads. */
export const NEXT_VARIABLES = {
  /** Where an action that redirects is served; otherwise Next would call port 3000. */
  origin: '__NEXT_PRIVATE_ORIGIN',
  /** Settings as the build resolved them: the package lacks the plugins that resolve them. */
  settings: '__NEXT_PRIVATE_STANDALONE_CONFIG',
} as const;
