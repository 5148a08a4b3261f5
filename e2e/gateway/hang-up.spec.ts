import { lookups, somebody } from '@/checks/lookups';
import { reserved } from '@/simulator/reserved';
import { expect, freshRequestId, test } from './fixtures';
import { head, open } from './raw';

/** An integrator that disconnects before its answer, or before its request is complete. */

for (const lookup of lookups) {
  test(`[money.client-gone] ${lookup.name}: the call to the source ends, the hold is released, nothing is charged`, async ({
    api,
  }) => {
    const as = await api.integration({ saldo: 5_000n, tarifa: 5_000n });
    const who = reserved('hang');
    const requestId = freshRequestId();
    const hangUp = new AbortController();
    const asked = api.ask(lookup, {
      as,
      json: lookup.question(who),
      requestId,
      signal: hangUp.signal,
    });
    const gone = expect(asked).rejects.toThrow();
    await api.source.until(requestId, 'underWay');
    hangUp.abort();
    await gone;
    await api.source.until(requestId, 'aborted');
    await expect
      .poll(() => api.records(as), { intervals: [10] })
      .toEqual([
        {
          lookup: lookup.name,
          estado: 'cancelada',
          status: null,
          charged: 0n,
          identifiers: lookup.identifiers(who),
          requestId,
        },
      ]);
    expect(await api.balance(as)).toEqual({ saldo: 5_000n, reservado: 0n });
  });

  test(`[money.client-gone] ${lookup.name}: half a request is never sent to the source`, async ({
    api,
  }) => {
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
