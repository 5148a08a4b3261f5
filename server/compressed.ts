import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A higher quality takes seconds for a large script and saves a few per cent. */
const BROTLI_QUALITY = 9;

const brotli = promisify(brotliCompress);
const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };

/** Content codings in our order of preference. */
const compressors = {
  br: (plain: Buffer) => brotli(plain, { params }),
  gzip: promisify(gzip),
} as const;

export type Encoding = keyof typeof compressors;
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** A body in every encoding. */
export interface Compressed {
  readonly identity: Buffer | undefined;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

export async function compress(plain: Buffer): Promise<Compressed> {
  const [br, gzipped] = await Promise.all([compressors.br(plain), compressors.gzip(plain)]);
  return { identity: plain, bodies: { br, gzip: gzipped } };
}

/** Sends the body in an encoding that the client accepts. Returns false when there is none. */
export function sendCompressed(
  { identity, bodies }: Compressed,
  headers: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  const body = encoding === undefined ? identity : bodies[encoding];
  if (body === undefined) return false;
  response.writeHead(200, {
    ...headers,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
    vary: 'accept-encoding',
  });
  if (request.method === 'HEAD') response.end();
  else sendInPieces(body, response);
  return true;
}

/** Small, so that the server sees how much a slow client has read. */
const PIECE_BYTES = 64 * 1024;
/**
 * All connections together send 64 MB/s: sent faster, large pages doubled the latency of lookups.
 * Decision 0002 ("Limits on everybody else") has the other bounds.
 */
const PIECE_EVERY_MS = 1;

function sendInPieces(body: Buffer, response: ServerResponse, at = 0): void {
  const end = at + PIECE_BYTES;
  if (end >= body.length) {
    response.end(body.subarray(at));
    return;
  }
  const sendNext = () => inTurn(() => sendInPieces(body, response, end));
  if (response.write(body.subarray(at, end))) sendNext();
  else response.once('drain', sendNext);
}

const turns: (() => void)[] = [];

/** Sends the pieces of all connections one after another. */
function inTurn(send: () => void): void {
  if (turns.push(send) === 1) setTimeout(takeTurn, PIECE_EVERY_MS);
}

function takeTurn(): void {
  turns[0]?.();
  turns.shift();
  if (turns.length > 0) setTimeout(takeTurn, PIECE_EVERY_MS);
}

/** Returns an encoding that the client accepts. One with a weight is not its first choice. */
function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) => part.trim());
  return ENCODINGS.find((encoding) => accepted.includes(encoding));
}
