import { request } from 'node:http';
import { lookups, somebody } from '@/cli/conformance/lookups';
import { type Api, expect, test } from '@/e2e/gateway/fixtures';
import type { RawHead } from '@/e2e/gateway/raw';

/** The status of an answer to a request that offers another protocol, as Java's client does. */
function offered(
  { entryPoint }: Api,
  { lookup, as }: Pick<RawHead, 'lookup' | 'as'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = entryPoint.origin;
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'content-type': 'application/json',
      'x-integracion-login': as.nombre,
      'x-integracion-token': as.token,
    };
    const sent = request({ hostname, port, path: lookup.path, method: 'POST', headers });
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.end(JSON.stringify(lookup.question(somebody)));
  });
}

test('a client that offers HTTP/2 is answered in HTTP/1.1, after Next answered a page too', async ({
  api,
}) => {
  const as = await api.integration();
  await fetch(new URL('/health', api.entryPoint.origin));
  for (const lookup of lookups) expect(await offered(api, { lookup, as })).toBe(200);
});
