import { catalogRtu, type LookupUnderTest, lookups, renap, rtu, somebody } from '@/checks/lookups';
import { expect, freshRequestId, test } from './fixtures';

/** Requests of queries to their source. */

const { nit, cui } = somebody;
const ODD = { nit: '4821\u0000763\ud8008', cui: '2456\u0000712\udc00' };
const FIFTY = Array.from({ length: 50 }, (_, index) => `${index % 2 === 0 ? 'b' : 'a'}${index}`);

/** A body, and what the source receives; the second is absent where both are equal. */
type Forwarded = readonly [sent: object | string, received?: object];

function catalogBodies(lookup: LookupUnderTest): Forwarded[] {
  const birth = { date_of_birth: ' 14/03/85 ' };
  const plain = { nit, actualizado: false };
  const dropped: unknown[] = [null, 19850314, ['1985-03-14']];
  return [
    [{ nit }, plain],
    [{ cui }, { cui, actualizado: false }],
    [{ nit: ' ', cui }, { cui, actualizado: false }], // biome-ignore format: one case per line
    [{ nit, cui }, { nit, cui, actualizado: false }], // biome-ignore format: one case per line
    [{ nit, actualizado: true }],
    [plain],
    [{ nit, ...birth }, lookup === catalogRtu ? { ...plain, ...birth } : plain],
    ...dropped.map((date_of_birth): Forwarded => [{ nit, date_of_birth }, plain]),
    ...[' 4821763-8 ', ODD.nit].map((odd): Forwarded => [{ nit: odd }, { ...plain, nit: odd }]),
    [`{"__proto__":{"nit":"x"},"constructor":1,"otro":[],"nit":"${nit}"}`, plain],
  ];
}

function bodiesOf(lookup: LookupUnderTest): Forwarded[] {
  if (lookup === renap) {
    return [
      [{ cui, nit, actualizado: true }, { cui }],
      [{ cui: ' 2456 71234 0101 ' }],
      [{ cui: ODD.cui }],
      [`{"__proto__":{"cui":"x"},"constructor":1,"otro":[],"cui":"${cui}"}`, { cui }],
    ];
  }
  if (lookup !== rtu) return catalogBodies(lookup);
  return [
    [{ nits: FIFTY }],
    [{ nits: [' 4821763-8\t'] }],
    [{ nits: [ODD.nit] }],
    [`{"__proto__":{"nits":["x"]},"constructor":1,"otro":[],"nits":["${nit}"]}`, { nits: [nit] }],
  ];
}

for (const lookup of lookups) {
  test(`[endpoints.renap.request][endpoints.rtu.request][endpoints.catalog.rule-2][input.forwarded-as-received][input.odd-characters] ${lookup.name} forwards its own fields as received, in one call`, async ({
    api,
  }) => {
    const as = await api.integration();
    const headers = { 'content-type': 'application/json' };
    for (const [sent, received = sent] of bodiesOf(lookup)) {
      const requestId = freshRequestId();
      const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
      await api.ask(lookup, { as, body, headers, requestId });
      const calls = await api.source.calls(requestId);
      expect(calls.map((call) => [call.lookup, call.body])).toEqual([[lookup.name, received]]);
    }
  });

  test(`[sources.request][answer.request-id] ${lookup.name} sends the source's credentials, none of the integrator's, and the id that it answers with`, async ({
    api,
  }) => {
    const as = await api.integration();
    const { RENAP_TOKEN, RTU_TOKEN, CATALOGOS_TOKEN } = api.environment.variables;
    for (const requestId of [undefined, freshRequestId(), 'con espacio']) {
      const asked = { as, json: lookup.question(somebody) };
      const answer = await api.ask(lookup, requestId ? { ...asked, requestId } : asked);
      const calls = await api.source.calls(String(answer.headers['x-request-id']));
      expect(calls).toHaveLength(1);
      expect(calls[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        accept: 'application/json',
        ...(lookup.kind === 'catalog'
          ? { 'x-api-key': CATALOGOS_TOKEN }
          : { authorization: `Bearer ${lookup === renap ? RENAP_TOKEN : RTU_TOKEN}` }),
      });
      const names = Object.keys(calls[0]?.headers ?? {});
      expect(names.filter((name) => /^(x-integracion|cookie)/.test(name))).toEqual([]);
    }
  });
}
