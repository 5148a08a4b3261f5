import { z } from 'zod';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { wellKnown } from '@/simulator/well-known';
import { type Credentials, credentials, rawPost } from '@/testing/requests';
import type { LoadJob } from './job';

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
