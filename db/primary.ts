import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '@/lib/base/time/time';

const DEFAULT_PORT = 5432;

/** Time in which a standby may be promoted, while statements wait. */
const PATIENCE_MS = 5 * SECOND_MS;
const PAUSE_MS = 250;
const TCP_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Finds the one of several servers that is the primary, once for all connections of a client. The
 * library's own search begins anew with each connection, tries without a pause and never gives up.
 */
export class Primary {
  #searching: Promise<URL> | undefined;

  constructor(
    private readonly hosts: readonly URL[],
    private readonly isPrimary: (host: URL) => Promise<boolean>,
  ) {}

  /** Makes the next connection search again, because the server is gone or a standby. */
  forget(): void {
    this.#searching = undefined;
  }

  /** Opens a connection to the primary, or returns a failing socket, as the library expects. */
  async connect(): Promise<Socket> {
    const endsAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        this.#searching ??= this.#search(endsAt);
        return await open(await this.#searching);
      } catch (error) {
        this.forget();
        if (performance.now() >= endsAt) return failedSocket(error);
      }
      await pause(PAUSE_MS);
    }
  }

  /** Asks all hosts at once until one is the primary or the time is over. */
  async #search(endsAt: number): Promise<URL> {
    for (;;) {
      const found = this.hosts.map(async (host) => {
        if (await this.isPrimary(host)) return host;
        throw new Error(`${host.host} is a standby`);
      });
      try {
        return await Promise.any(found);
      } catch (error) {
        if (performance.now() >= endsAt) throw lastOf(error);
      }
      await pause(PAUSE_MS);
    }
  }
}

function lastOf(error: unknown): unknown {
  return error instanceof AggregateError ? error.errors.at(-1) : error;
}

function open({ hostname, port }: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port || DEFAULT_PORT), hostname);
    socket.setTimeout(TCP_TIMEOUT_MS, () => socket.destroy(new Error('connection timeout')));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', reject);
      // The library checks the certificate against this name.
      resolve(Object.assign(socket, { host: hostname }));
    });
  });
}

function failedSocket(cause: unknown): Socket {
  const socket = connect({ host: '127.0.0.1', port: 0, autoSelectFamily: false });
  return socket.destroy(cause instanceof Error ? cause : new Error(String(cause)));
}
