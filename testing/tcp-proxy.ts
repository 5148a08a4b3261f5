import { connect, createServer, type Socket } from 'node:net';
import { listen } from '@/lib/base/process/free-port';

/** A wire between the app and its database that can be cut, silenced and mended. */
export interface TcpProxy {
  /** The address to use instead of the real one. */
  readonly url: string;
  /** Connections open now stay open and carry nothing any more; new ones work. */
  silence(): void;
  /** The next answer of the server, or one after it, is lost together with its connection. */
  loseNextAnswer(skipping?: number): void;
  /** Cuts every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections again after {@link cut}, on the same port. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy in front of the server of `databaseUrl`. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let answersUntilLoss = Number.POSITIVE_INFINITY;
  const accept = (client: Socket) => {
    const pair = { client, server: connect(Number(target.port), target.hostname) };
    pairs.add(pair);
    join(pair, () => pairs.delete(pair));
    pair.server.on('data', (chunk) => {
      answersUntilLoss -= 1;
      if (answersUntilLoss < 0) {
        answersUntilLoss = Number.POSITIVE_INFINITY;
        end(pair);
      } else client.write(chunk);
    });
  };
  const listener = createServer(accept);
  const port = await listen(listener);
  const proxied = new URL(databaseUrl);
  proxied.port = String(port);
  const cut = async () => {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    for (const pair of pairs) end(pair);
    await closed;
  };
  return {
    url: proxied.href,
    silence: () => {
      for (const { client, server } of pairs) {
        client.pause();
        server.pause();
      }
    },
    loseNextAnswer: (skipping = 0) => {
      answersUntilLoss = skipping;
    },
    cut,
    mend: async () => void (await listen(listener, port)),
    close: async () => {
      if (listener.listening) await cut();
    },
  };
}

function join(pair: Pair, onEnd: () => void): void {
  const { client, server } = pair;
  client.on('data', (chunk) => server.write(chunk));
  for (const socket of [client, server]) {
    socket.on('error', () => end(pair));
    socket.on('close', () => {
      end(pair);
      onEnd();
    });
  }
}

/** Ends both connections by a reset, as when a server dies. */
function end({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}
