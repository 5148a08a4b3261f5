import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendAnswer } from './effects';

/** Receives webhooks at `/webhook/...` and keeps the newest. The path says how it answers. */

export const WEBHOOK_PATH = '/webhook/';
const MAX_KEPT = 5_000;
const HUGE_BYTES = 100 * 1024 * 1024;

/** A webhook as it arrived. */
interface Webhook {
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Answer = (response: ServerResponse, argument: string) => void;

const ANSWERS: Record<string, Answer> = {
  ok: (response) => sendAnswer(response, { status: 200, body: '{}' }),
  /** `/webhook/status/503?retry=7` */
  status: (response, argument) => {
    const url = new URL(argument, 'http://simulator');
    const retry = url.searchParams.get('retry');
    if (retry !== null) response.setHeader('retry-after', retry);
    sendAnswer(response, { status: Number(url.pathname.slice(1)), body: '{}' });
  },
  hang: () => {},
  reset: (response) => void response.socket?.resetAndDestroy(),
  redirect: (response) => {
    response.setHeader('location', `${WEBHOOK_PATH}redirected`);
    sendAnswer(response, { status: 302, body: '' });
  },
  huge: (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let left = HUGE_BYTES;
    const write = () => {
      while (left > 0 && response.write(chunk)) left -= chunk.length;
      if (left > 0) response.once('drain', write);
      else response.end();
    };
    write();
  },
};

export class Webhooks {
  received: Webhook[] = [];

  answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { url: path = '', headers } = request;
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    this.received = [
      ...this.received.slice(1 - MAX_KEPT),
      { path, headers: Object.fromEntries(texts), body },
    ];
    const [name = '', argument = ''] = path.slice(WEBHOOK_PATH.length).split(/\/(.*)/s);
    const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : ANSWERS.ok;
    answer?.(response, argument);
  }
}
