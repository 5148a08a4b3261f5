import { z } from 'zod';
import { cuiNitResultado } from '@/lib/contract/lookups/cui-nit';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';
import type { Candidate } from './measure';
import type { Caller, Stage } from './stage';

type Job = Candidate['job'];

export interface Candidates {
  readonly bareNext: Candidate;
  readonly express: (callers: number) => Candidate;
  readonly gateway: (callers: number) => Candidate;
  readonly throughNext: Candidate;
  readonly source: Job;
}

const { nit, nombre } = wellKnown.individual;
const QUERY = JSON.stringify({ nit });
/** As the gateway words it to the source. */
const SOURCE_QUERY = JSON.stringify({ nit, actualizado: false });
const PATH = '/catalogos/cui-nit';
/** Next's router takes it for {@link PATH}; the server in front, which compares, does not. */
const PATH_BY_NEXT = '/catalogos/./cui-nit';

/** The servers with the requests that each gets and the one answer that each has to give. */
export async function prepareCandidates(stage: Stage): Promise<Candidates> {
  const { bareNext, express, gateway, callers } = stage;
  const body = await expectedAnswer(gateway.port, callers);
  const lookups = (path: string, count: number, port: number) =>
    lookupJob(port, callers.slice(0, count), body, path);
  const sourceRequest = rawPost(PATH, SOURCE_QUERY, { 'x-api-key': DEFAULT_TOKENS.catalogos });
  return {
    bareNext: {
      pid: bareNext.pid,
      job: { port: bareNext.port, requests: [rawPost('/echo', QUERY, {})], expectedBody: QUERY },
    },
    express: (count) => ({
      pid: express.pid,
      job: lookups(PATH, count, express.port),
    }),
    gateway: (count) => ({
      pid: gateway.pid,
      job: lookups(PATH, count, gateway.port),
    }),
    throughNext: {
      pid: gateway.pid,
      job: lookups(PATH_BY_NEXT, 1, gateway.port),
    },
    source: {
      port: stage.sourcePort,
      requests: [sourceRequest],
      expectedBody: await sourceAnswer(stage),
    },
  };
}

/** Billed queries of these integrations, each of which has to be answered. */
export async function gatewayJob(port: number, callers: readonly Caller[]): Promise<Job> {
  return lookupJob(port, callers, await expectedAnswer(port, callers), PATH);
}

function lookupJob(port: number, callers: readonly Caller[], body: string, path: string): Job {
  const requests = callers.map((caller) => rawPost(path, QUERY, credentials(caller)));
  return { port, expectedBody: body, requests };
}

function credentials({ nombre, token }: Caller): Record<string, string> {
  return { 'x-integracion-login': nombre, 'x-integracion-token': token };
}

function rawPost(path: string, body: string, headers: Record<string, string>): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Read once and looked at, so that the load process may compare bytes alone. */
async function expectedAnswer(port: number, callers: readonly Caller[]): Promise<string> {
  const [caller] = callers;
  if (caller === undefined) throw new Error('There is nobody to ask.');
  const text = await post(`http://127.0.0.1:${port}${PATH}`, QUERY, credentials(caller));
  const { data } = z.strictObject({ data: cuiNitResultado }).parse(JSON.parse(text));
  if (data.nit !== nit || data.nombre !== nombre) throw new Error(`Not the answer: ${text}`);
  return text;
}

function sourceAnswer({ sourceUrl }: Stage): Promise<string> {
  return post(`${sourceUrl}${PATH}`, SOURCE_QUERY, { 'x-api-key': DEFAULT_TOKENS.catalogos });
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

/** From now on the source takes `delayMs` for each call. */
export async function delaySource(sourceUrl: string, delayMs: number): Promise<void> {
  const response = await fetch(`${sourceUrl}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ behaviour: 'delay', delayMs }),
  });
  await response.body?.cancel();
  if (response.status !== 201) throw new Error(`The source answered ${response.status}.`);
}
