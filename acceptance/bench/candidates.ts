import { askOnce, lookupRequests } from '@/acceptance/load/requests';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';
import { rawPost } from '@/testing/requests';
import type { Server, Servers } from './servers';

const QUERY = JSON.stringify({ nit: wellKnown.individual.nit });
/** The same query as the gateway sends it to the source. */
const SOURCE_QUERY = JSON.stringify({ nit: wellKnown.individual.nit, actualizado: false });
const PATH = '/catalogos/cui-nit';

export async function prepareCandidates(servers: Servers) {
  const { bareNext, express, fastify, app, callers, harness } = servers;
  const lookups = async ({ pid, port }: Server, count: number) => ({
    pid,
    job: { port, requests: await lookupRequests(port, 'cui-nit', callers.slice(0, count)) },
  });
  const echo = { text: rawPost('/echo', QUERY, {}), expectedBody: QUERY };
  const headers = { 'x-api-key': DEFAULT_TOKENS.catalogos };
  const fromSource = {
    text: rawPost(PATH, SOURCE_QUERY, headers),
    expectedBody: await askOnce(`${harness.sourceUrl}${PATH}`, SOURCE_QUERY, headers),
  };
  return {
    bareNext: { pid: bareNext.pid, job: { port: bareNext.port, requests: [echo] } },
    express: await lookups(express, 1),
    fastify: await lookups(fastify, 1),
    // Asked by all integrations in turn, not by one.
    expressByAll: await lookups(express, callers.length),
    gateway: await lookups(app, 1),
    gatewayByTen: await lookups(app, 10),
    gatewayByAll: await lookups(app, callers.length),
    source: { port: harness.sourcePort, requests: [fromSource] },
  };
}
