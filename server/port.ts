import type { Server } from 'node:http';
import { createServer as createProbe } from 'node:net';
import type { Settings } from '@/lib/base/env/env';
import { StartError } from './start-error';

interface Place extends Pick<Settings, 'host' | 'port'> {
  /** Variable that chooses another port. */
  readonly variable?: 'PORT' | 'OPS_PORT';
}

export function listen(server: Server, place: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portProblem(error, place)));
    server.listen(place.port, place.host, resolve);
  });
}

/** Fails early, before the slow part of a start, when the port is taken. */
export async function assertPortFree(place: Place): Promise<void> {
  const probe = createProbe();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(portProblem(error, place)));
    probe.listen(place.port, place.host, () => probe.close(() => resolve()));
  });
}

function portProblem(error: Error, { host, port, variable = 'PORT' }: Place): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken by another program: stop it, or choose another with ${variable}=${port + 1}.`,
    );
  }
  return new StartError(
    `Cannot listen on ${host}:${port} (${error.message}): check ${variable} and its host.`,
  );
}

/** Returns the address at which this machine reaches a server that listens on `host`. */
export function baseUrl(host: string, port: number): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const reachable = everywhere[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
