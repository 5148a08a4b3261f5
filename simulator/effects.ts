import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { rejection } from './answers';
import type { Behaviour } from './behaviours';
import type { Call } from './calls';
import { CONTENTS, type ContentBehaviour, type Matter } from './contents';
import type { Answer } from './wire';

/** One call being answered. */
export interface Exchange extends Matter {
  response: ServerResponse;
  call: Call;
}

type TransportBehaviour = Exclude<Behaviour, ContentBehaviour>;

const MEBIBYTE = 1024 * 1024;
const SLOW_MS = 2000;
const TRICKLE_MS = 200;
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML =
  '<!doctype html><html lang="es"><title>Mantenimiento</title><p>Vuelva pronto.</p></html>';

/** Target of `redirect`. It answers anyone, so that a client that follows is counted. */
export const REDIRECTED_PATH = '/_redirected/';

export function sendAnswer(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Runs `task` after `ms`, unless the connection ends before. */
export function later(response: ServerResponse, ms: number, task: () => void): void {
  const timer = setTimeout(task, ms);
  response.on('close', () => clearTimeout(timer));
}

/** Pads the ordinary answer with white space, which leaves it valid JSON. */
function padded({ ordinary }: Exchange, byteLength: number): Answer {
  const { status, body } = ordinary();
  return { status, body: body + ' '.repeat(byteLength - Buffer.byteLength(body)) };
}

function sendEncoded(response: ServerResponse, { status, body }: Answer): void {
  const packed = gzipSync(body);
  response.writeHead(status, {
    'content-type': JSON_TYPE,
    'content-encoding': 'gzip',
    'content-length': packed.length,
  });
  response.end(packed);
}

function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(HTML),
  });
  response.end(HTML);
}

function sendChunked(exchange: Exchange): void {
  const { status, body } = padded(exchange, MEBIBYTE + 1);
  const { response } = exchange;
  response.writeHead(status, { 'content-type': JSON_TYPE });
  const chunkLength = 64 * 1024;
  for (let at = 0; at < body.length; at += chunkLength) {
    response.write(body.slice(at, at + chunkLength));
  }
  response.end();
}

function trickle({ response }: Exchange): void {
  response.writeHead(200, { 'content-type': JSON_TYPE });
  response.flushHeaders();
  const timer = setInterval(() => response.write(' '), TRICKLE_MS);
  response.on('close', () => clearInterval(timer));
}

function truncate({ response, call, ordinary }: Exchange): void {
  const { status, body } = ordinary();
  response.writeHead(status, {
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body) + 100,
  });
  response.write(body, () => {
    call.state = 'cut';
    response.destroy();
  });
}

function limitQueries({ response, lookup }: Exchange): void {
  response.setHeader('retry-after', '7');
  sendAnswer(response, rejection(lookup, 429, 'Demasiadas consultas.'));
}

/** Behaviours that concern how the answer is sent. */
const TRANSPORTS: Record<TransportBehaviour, (exchange: Exchange) => void> = {
  'status-204': ({ response }) => {
    response.writeHead(204);
    response.end();
  },
  'status-429': limitQueries,
  'status-503': ({ response }) => sendHtml(response, 503),
  slow: ({ response, ordinary }) =>
    later(response, SLOW_MS, () => sendAnswer(response, ordinary())),
  hang: () => {},
  trickle,
  reset: ({ response, call }) => {
    call.state = 'cut';
    response.socket?.resetAndDestroy();
  },
  truncated: truncate,
  'not-json': ({ response }) => sendHtml(response, 200),
  'limit-size': (exchange) => sendAnswer(exchange.response, padded(exchange, MEBIBYTE)),
  oversized: (exchange) => sendAnswer(exchange.response, padded(exchange, MEBIBYTE + 1)),
  'oversized-chunked': sendChunked,
  'gzip-bomb': (exchange) => sendEncoded(exchange.response, padded(exchange, 2 * MEBIBYTE)),
  gzip: ({ response, ordinary }) => sendEncoded(response, ordinary()),
  redirect: ({ response, lookup }) => {
    response.writeHead(302, { location: `${REDIRECTED_PATH}${lookup}`, 'content-length': 0 });
    response.end();
  },
};

export function isContent(behaviour: Behaviour): behaviour is ContentBehaviour {
  return Object.hasOwn(CONTENTS, behaviour);
}

/** Answers, or fails to answer, as `behaviour` says. */
export function play(behaviour: Behaviour, exchange: Exchange): void {
  if (isContent(behaviour)) sendAnswer(exchange.response, CONTENTS[behaviour](exchange));
  else TRANSPORTS[behaviour](exchange);
}
