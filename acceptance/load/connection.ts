import { connect, type Socket } from 'node:net';

/** Something other than the expected answer came back. */
class WrongAnswer extends Error {}

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNK_END = Buffer.from('\r\n');

interface Exchange {
  readonly expectedBody: string;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * A keep-alive HTTP/1.1 connection for one request at a time. It parses only the status, the length
 * and the body, which must equal the expected one to the byte.
 */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer | undefined;
  #exchange: Exchange | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new WrongAnswer('The server closed a connection.')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Connection(socket));
      });
    });
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /** Sends a whole request; resolves when the expected answer is complete. */
  exchange(request: string, expectedBody: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#exchange = { expectedBody, resolve, reject };
      this.#socket.write(request, 'latin1');
    });
  }

  /** Gives up the exchange under way, if any. */
  end(cause: string): void {
    this.#fail(new WrongAnswer(cause));
  }

  close(): void {
    this.#exchange = undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    this.#received = received;
    const exchange = this.#exchange;
    try {
      const body = completeBody(received)?.toString('utf8');
      if (body === undefined) return;
      if (body !== exchange?.expectedBody) {
        throw new WrongAnswer(`Not the expected body: ${body.slice(0, 200)}`);
      }
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.#received = undefined;
    this.#exchange = undefined;
    exchange?.resolve();
  }

  #fail(error: Error): void {
    const exchange = this.#exchange;
    this.close();
    exchange?.reject(error);
  }
}

/** The body once all of it is there. Throws {@link WrongAnswer} unless the status is 200. */
function completeBody(received: Buffer): Buffer | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  if (!head.startsWith('HTTP/1.1 200 ')) {
    const [status = ''] = head.split('\r\n', 1);
    throw new WrongAnswer(`${status}: ${received.toString('utf8', headEnd + 4).slice(0, 200)}`);
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
