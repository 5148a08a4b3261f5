import type { Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import type { Settings } from '@/lib/env';
import { StartError } from './start-error';

type Place = Pick<Settings, 'host' | 'port'>;

export function listen(server: Server, { port, host }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, host, port)));
    server.listen(port, host, resolve);
  });
}

/**
 * Returns the port to listen on, which for port 0 is a free one. Fails early, before the slow part
 * of a start, when the port is taken.
 */
export function choosePort({ port, host }: Place): Promise<number> {
  const probe = createProbe();
  return new Promise((resolve, reject) => {
    probe.once('error', (error) => reject(portProblem(error, host, port)));
    probe.listen(port, host, () => {
      const address = probe.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      probe.close(() => resolve(chosen));
    });
  });
}

function portProblem(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program: stop it, or choose another with PORT=3001.`,
    );
  }
  return new StartError(
    `Cannot listen on ${host}:${port} (${error.message}): check HOST and PORT.`,
  );
}
