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

/** Fails early, before the slow part of a start, when the port is taken. */
export async function assertPortFree({ port, host }: Place): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portProblem(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
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
