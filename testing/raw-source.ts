import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '@/lib/base/process/free-port';
import { closeAfterwards } from './afterwards';

/** Starts a source, which stops after the test or the file. */
export async function startRawSource(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(listener);
  const port = await listen(server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  closeAfterwards(close);
  return { url: `http://127.0.0.1:${port}`, close };
}
