import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A source that answers however a test wants, down to the bytes. */
export interface RawSource {
  readonly url: string;
  close(): Promise<void>;
}

export async function startRawSource(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RawSource> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}
