import { lookups, somebody } from '@/cli/conformance/lookups';
import { expect, test } from '@/e2e/gateway/fixtures';
import { head, open, readAll } from '@/e2e/gateway/raw';

/** The headers of Java's client; it closes, so that the answer has an end. */
const OFFER = {
  connection: 'Upgrade, HTTP2-Settings, close',
  upgrade: 'h2c',
  'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
};

test('a client that offers HTTP/2 is answered in HTTP/1.1', async ({ api }) => {
  const as = await api.integration();
  await fetch(new URL('/health', api.entryPoint.origin));
  for (const lookup of lookups) {
    const body = JSON.stringify(lookup.question(somebody));
    const headers = { ...OFFER, 'content-length': String(body.length) };
    const socket = open(api);
    socket.write(head(api, { lookup, as, headers }) + body);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 /);
  }
});
