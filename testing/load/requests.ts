import { z } from 'zod';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import type { TestIntegration } from '@/testing/integration';
import type { LoadJob } from './job';

export type Credentials = Pick<TestIntegration, 'nombre' | 'token'>;

/** Writes the head of a POST for a socket. */
export function rawHead(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Writes a whole POST for a connection that stays open. */
export function rawPost(path: string, body: string, headers: Record<string, string>): string {
  const length = String(Buffer.byteLength(body));
  const common = { 'content-type': 'application/json', 'content-length': length };
  return rawHead(path, { host: '127.0.0.1', ...common, ...headers }) + body;
}

export function credentials({ nombre, token }: Credentials): Record<string, string> {
  return { 'x-integracion-login': nombre, 'x-integracion-token': token };
}

/** Asks once what a load will ask, so that the load can compare bytes. */
export async function askOnce(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

const named = z.object({ data: z.object({ nombre: z.literal(wellKnown.individual.nombre) }) });

/** Makes successful requests to a lookup by these integrations, with the answer each must get. */
export async function lookupRequests(
  port: number,
  lookup: Lookup,
  callers: readonly Credentials[],
): Promise<LoadJob['requests']> {
  const { path, bodyFor } = lookupFacts[lookup];
  const question = JSON.stringify(bodyFor(wellKnown.individual));
  const [caller] = callers;
  if (caller === undefined) throw new Error('There is no integration to ask as.');
  const url = `http://127.0.0.1:${port}${path}`;
  const expectedBody = await askOnce(url, question, credentials(caller));
  if (lookup === 'cui-nit') named.parse(JSON.parse(expectedBody));
  return callers.map((one) => ({
    text: rawPost(path, question, credentials(one)),
    expectedBody,
  }));
}
