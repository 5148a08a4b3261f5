import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { CallLog } from './calls';
import { later, sendAnswer } from './effects';
import { type FaultBook, faultSchema } from './faults';
import type { Gate } from './gate';
import type { Infile } from './infile';
import type { MailCatcher } from './mail';
import type { Webhooks } from './webhooks';
import { parseJson } from './wire';

/** State that the control endpoint reads and changes. */
export interface Controlled {
  calls: CallLog;
  faults: FaultBook;
  gate: Gate;
  infile: Infile;
  mail: MailCatcher;
  webhooks: Webhooks;
}

interface ControlCall extends Controlled {
  response: ServerResponse;
  query: Record<string, string>;
  body: unknown;
}

const count = z.coerce.number().int().min(0);
const sinceSchema = z.strictObject({ since: count.default(0) });
const waitSchema = z.strictObject({
  total: count.optional(),
  underWay: count.optional(),
  gated: count.optional(),
  aborted: count.optional(),
  timeoutMs: count.max(60_000).default(10_000),
});

function send(response: ServerResponse, status: number, value: unknown): void {
  sendAnswer(response, { status, body: JSON.stringify(value) });
}

/** Parses a value. On failure sends a 400 that names every wrong field, and returns `undefined`. */
function parsed<T>(schema: z.ZodType<T>, value: unknown, response: ServerResponse): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const error = result.error.issues
    .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
    .join('; ');
  send(response, 400, { error });
  return undefined;
}

const countsOf = ({ calls, gate }: Controlled) => ({
  ...calls.counts(),
  gated: gate.waitingCount,
});

function addFault({ response, body, faults }: ControlCall): void {
  const input = parsed(faultSchema, body, response);
  if (input !== undefined) send(response, 201, faults.add(input));
}

function clearFaults({ response, faults, gate }: ControlCall): void {
  faults.clear();
  // Otherwise what waits at a removed gate would wait for ever.
  send(response, 200, { released: gate.release() });
}

function listCalls(control: ControlCall): void {
  const query = parsed(sinceSchema, control.query, control.response);
  if (query === undefined) return;
  const recent = control.calls.recent(query.since);
  send(control.response, 200, { ...countsOf(control), recent });
}

/** Opens the gate for good. */
function release({ response, faults, gate }: ControlCall): void {
  faults.removeGates();
  send(response, 200, { released: gate.release() });
}

/** Answers once every requested count is reached, so that no test has to sleep; else with 408. */
function wait(control: ControlCall): void {
  const { response, calls } = control;
  const query = parsed(waitSchema, control.query, response);
  if (query === undefined) return;
  const isReached = () => {
    const counts = countsOf(control);
    const names = ['total', 'underWay', 'gated', 'aborted'] as const;
    return names.every((name) => counts[name] >= (query[name] ?? 0));
  };
  const finish = (status: number) => {
    unwatch();
    if (!response.writableEnded) send(response, status, countsOf(control));
  };
  const unwatch = calls.watch(() => {
    if (isReached()) finish(200);
  });
  response.on('close', unwatch);
  if (isReached()) finish(200);
  else later(response, query.timeoutMs, () => finish(408));
}

const ROUTES: Record<string, (control: ControlCall) => void> = {
  'GET /_control/faults': ({ response, faults }) => send(response, 200, { faults: faults.list() }),
  'POST /_control/faults': addFault,
  'DELETE /_control/faults': clearFaults,
  'GET /_control/calls': listCalls,
  'GET /_control/calls/count': (control) => send(control.response, 200, countsOf(control)),
  'DELETE /_control/calls': ({ response, calls }) => {
    calls.reset();
    send(response, 200, { reset: true });
  },
  'POST /_control/release': release,
  'GET /_control/wait': wait,
  'GET /_control/notices': ({ response, mail, webhooks }) =>
    send(response, 200, {
      smtpUrl: mail.url,
      mail: mail.received,
      webhooks: webhooks.received,
    }),
  'DELETE /_control/notices': ({ response, mail, webhooks }) => {
    mail.received = [];
    webhooks.received = [];
    send(response, 200, { reset: true });
  },
};

/** Answers one call to `/_control/...`, whose body has been read as `text`. */
export function control(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  controlled: Controlled,
): void {
  const url = new URL(request.url ?? '/', 'http://simulator');
  const name = `${request.method} ${url.pathname}`;
  const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (route === undefined) {
    send(response, 404, { error: `no such route: ${name}`, routes: Object.keys(ROUTES) });
    return;
  }
  const query = Object.fromEntries(url.searchParams);
  const body = text === '' ? undefined : (parseJson(text) ?? text);
  route({ response, query, body, ...controlled });
}
