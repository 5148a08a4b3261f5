import { lookups, somebody } from '@/cli/conformance/lookups';
import { expect, freshRequestId, test } from './fixtures';
import { head, open } from './raw';

/** A client that goes away while it still asks. */

for (const lookup of lookups) {
  test(`[money.client-gone] ${lookup.name} half asked is not asked at all`, async ({ api }) => {
    const as = await api.integration();
    const requestId = freshRequestId();
    const socket = open(api);
    const body = JSON.stringify(lookup.question(somebody));
    const headers = { 'content-length': String(body.length + 10), 'x-request-id': requestId };
    socket.write(head(api, { lookup, as, headers }) + body, () => socket.destroy());
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await api.ask(lookup, { as, json: lookup.question(somebody) })).status).toBe(200);
    expect(await api.source.calls(requestId)).toEqual([]);
    expect(await api.records(as)).toHaveLength(1);
  });
}
