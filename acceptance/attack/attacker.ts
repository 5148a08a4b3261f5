import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { attackJob, type Outcomes, type Prepared } from './job';

/**
 * The attackers: a process of its own that takes one job over the IPC channel, says when it is
 * under way, and on the next message sends its outcomes and ends. It has the lowest priority,
 * because real attackers would take no processor time from the app, its database and the
 * measurement.
 */
setPriority(19);

type Request = Prepared['requests'][number];

/** When every connection has sent something, or this long after the start. */
const UNDER_WAY_MS = 3_000;
const PAUSE_AFTER_ERROR_MS = 50;
/** Connections are opened at 2,000 a second, so that what is measured is that they are held. */
const OPENED_AT_ONCE = 100;
const OPEN_EVERY_MS = 50;

const outcomes: Outcomes = {};
const agent = new Agent({ keepAlive: true });
const sockets = new Set<Socket>();
const bodies = new Map<Request, Buffer>();
let ending = false;

function count(outcome: string): void {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

function bodyOf(request: Request): Buffer {
  const made = bodies.get(request) ?? bytesOf(request.body);
  bodies.set(request, made);
  return made;
}

function addressOf({ network, addresses }: Prepared, place: number): string {
  return `127.0.${network}.${2 + (place % addresses)}`;
}

/** Asks and reads the answer; gives its status, or the error's code. */
function ask(port: number, localAddress: string, request: Request): Promise<string> {
  const { method, path, headers, chunked } = request;
  const body = bodyOf(request);
  const length = chunked || body.length === 0 ? {} : { 'content-length': body.length };
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, localAddress, agent, method, path };
    const sent = httpRequest({ ...options, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('close', () => resolve(String(response.statusCode)));
    });
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    if (chunked) sent.write(body);
    sent.end(chunked ? undefined : body);
  });
}

async function repeat(job: Prepared, place: number, request: Request): Promise<void> {
  while (!ending) {
    const outcome = await ask(job.port, addressOf(job, place), request);
    if (ending) return;
    count(outcome);
    if (outcome.startsWith('E')) await pause(PAUSE_AFTER_ERROR_MS);
  }
}

/** Opens a connection that only sends; `text` is written as far as the server takes it. */
function open(job: Prepared, place: number, reads: boolean, text: string): Promise<void> {
  return new Promise((resolve) => {
    const { port } = job;
    const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(job, place) });
    sockets.add(socket);
    socket.once('connect', () => {
      socket.write(text);
      resolve();
    });
    if (reads) socket.once('data', (data) => count(statusOf(data)));
    else socket.pause();
    socket.on('error', (error) => {
      count('code' in error ? String(error.code) : error.message);
      resolve();
    });
    socket.on('close', () => sockets.delete(socket));
  });
}

function statusOf(answer: Buffer): string {
  return answer.toString('latin1', 0, 12).replace('HTTP/1.1 ', '');
}

function textOf({ method, path, headers }: Request, length: number): string {
  const all = { host: '127.0.0.1', 'content-length': String(length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Sends the body that it announces, less a byte. */
function hold(job: Prepared, place: number, request: Request): Promise<void> {
  const body = bodyOf(request);
  return open(job, place, true, textOf(request, body.length + 1) + body.toString('latin1'));
}

function neverRead(job: Prepared, place: number, request: Request): Promise<void> {
  const body = bodyOf(request);
  const text = textOf(request, body.length) + body.toString('latin1');
  return open(job, place, false, text.repeat(job.pipelined));
}

async function start(job: Prepared): Promise<void> {
  const work = Array.from({ length: job.connections }, async (_, place) => {
    const request = job.requests[place % job.requests.length];
    if (request === undefined) return;
    if (job.manner === 'repeat') await repeat(job, place, request);
    else if (job.manner === 'once') count(await ask(job.port, addressOf(job, place), request));
    else if (job.manner === 'hold') {
      await pause(Math.floor(place / OPENED_AT_ONCE) * OPEN_EVERY_MS);
      await hold(job, place, request);
    } else await neverRead(job, place, request);
  });
  await Promise.race([Promise.all(work), pause(UNDER_WAY_MS)]);
  process.send?.('under way');
}

function end(): void {
  ending = true;
  if (sockets.size > 0) outcomes.open = sockets.size;
  process.send?.(outcomes, () => process.exit());
}

process.once('message', (message: unknown) => {
  process.once('message', end);
  void start(attackJob.parse(message));
});
process.once('disconnect', () => process.exit());

type Body = Prepared['requests'][number]['body'];

const OPENING = '{"a":';

const SHAPES: Readonly<Record<'nested' | 'wide' | 'form', (bytes: number) => string>> = {
  nested: (bytes) => {
    const depth = Math.floor(bytes / (OPENING.length + 1));
    return `${OPENING.repeat(depth)}1${'}'.repeat(depth)}`;
  },
  wide: (bytes) => `{${repeated(bytes, (number) => `"k${number}":${number}`).join(',')}}`,
  form: (bytes) => repeated(bytes, (number) => `k${number}=${number}`).join('&'),
};

/** Makes pieces of `bytes` in total, counting one separator for each. */
function repeated(bytes: number, piece: (number: number) => string): string[] {
  const pieces: string[] = [];
  for (let length = 0; length < bytes; length += (pieces.at(-1)?.length ?? 0) + 1) {
    pieces.push(piece(pieces.length));
  }
  return pieces;
}

function bytesOf(body: Body): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === 'string' ? body : SHAPES[body.shape](body.bytes));
}
