import { connect, type Socket } from 'node:net';

/** Why a load stops: something other than the expected answer came back. */
export class WrongAnswer extends Error {}

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNK_END = Buffer.from('\r\n');

/**
 * One keep-alive HTTP/1.1 connection that parses no more than it must: the status, the length and
 * the body, which has to be the expected one to the byte. One request at a time.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer | undefined;
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;

  private constructor(
    socket: Socket,
    readonly expectedBody: Buffer,
  ) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new WrongAnswer('The server closed a connection.')));
  }

  static open(port: number, expectedBody: Buffer): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket, expectedBody));
      });
    });
  }

  /** Sends a whole request as text; resolves when the expected answer is complete. */
  exchange(request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    this.#received = received;
    try {
      const body = completeBody(received);
      if (body === undefined) return;
      if (!body.equals(this.expectedBody)) {
        throw new WrongAnswer(`Not the expected body: ${body.toString('utf8').slice(0, 200)}`);
      }
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#received = undefined;
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve();
  }

  #end(error: Error): void {
    const settle = this.#settle;
    this.close();
    settle?.reject(error);
  }
}

/** The body once all of it is there. Throws {@link WrongAnswer} unless the status is 200. */
function completeBody(received: Buffer): Buffer | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200 ')) {
    throw new WrongAnswer(`Not a 200: ${received.toString('utf8').slice(0, 500)}`);
  }
  const bodyStart = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) return chunkedBody(received, bodyStart);
  const bodyEnd = bodyStart + Number(length);
  return received.length < bodyEnd ? undefined : received.subarray(bodyStart, bodyEnd);
}

function chunkedBody(received: Buffer, bodyStart: number): Buffer | undefined {
  const parts: Buffer[] = [];
  let at = bodyStart;
  for (;;) {
    const sizeEnd = received.indexOf(CHUNK_END, at);
    if (sizeEnd < 0) return undefined;
    const size = Number.parseInt(received.toString('latin1', at, sizeEnd), 16);
    const start = sizeEnd + CHUNK_END.length;
    at = start + size + CHUNK_END.length;
    if (received.length < at) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(received.subarray(start, start + size));
  }
}
