import { lookups, somebody } from '@/checks/lookups';
import { expect, test } from '@/e2e/gateway/fixtures';
import { head, open, readAll } from '@/e2e/gateway/raw';

/** The front process waits for the rest of a body before it closes; Next closes at once. */

const BYTES = 8 * 1024 * 1024;

for (const [how, length] of [
  ['announced', { 'content-length': String(BYTES) }],
  ['in chunks', { 'transfer-encoding': 'chunked' }],
] as const) {
  test(`[input.too-large] a client that sends 8 MiB ${how}, then hangs up, is answered`, async ({
    api,
  }) => {
    const as = await api.integration();
    // All at once: the front waits a second for more of each body.
    const answers = lookups.map(async (lookup) => {
      const socket = open(api);
      const answered = readAll(socket);
      socket.write(head(api, { lookup, as, headers: length }));
      if (how === 'in chunks') socket.write(`${BYTES.toString(16)}\r\n`);
      socket.write(Buffer.alloc(BYTES, 0x20));
      if (how === 'in chunks') socket.write('\r\n0\r\n\r\n');
      const answer = await answered;
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toContain(lookup.messages.tooLarge);
    });
    await Promise.all(answers);
  });
}

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
