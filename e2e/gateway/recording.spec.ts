import { lookups, somebody } from '@/checks/lookups';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import { newestRecords } from '@/testing/records';
import { type Asked, expect, freshRequestId, opened, test } from './fixtures';

/** One record per query that reached its source; none for what was refused before it. */

for (const lookup of lookups) {
  test(`[service.recorded][limits.rule-8.recorded] ${lookup.name} records who, what, status, time and identifiers, and no birth date`, async ({
    api,
  }) => {
    const as = await api.integration({ tarifa: 5_000n });
    const requestId = freshRequestId();
    const isCatalog = lookup.kind === 'catalog';
    const date_of_birth = '1988-04-17';
    const json = isCatalog ? { ...somebody, date_of_birth } : lookup.question(somebody);
    await api.ask(lookup, { as, json, requestId });
    const [record, ...others] = await newestRecords(api.db, as.id, 10);
    expect(others).toEqual([]);
    const { nit, cui } = somebody;
    expect(opened(record)).toEqual(isCatalog ? { nit, cui } : lookup.identifiers(somebody));
    expect(record).toMatchObject({
      integrationId: as.id,
      lookup: lookup.name,
      estado: 'completada',
      status: 200,
      ending: 'found',
      responsible: 'nobody',
      durationMs: expect.any(Number),
      sourceMs: expect.any(Number),
      stepsMs: RECORDED_STEPS.map(() => expect.any(Number)),
      charged: isCatalog ? 5_000n : 0n,
      requestId,
    });
  });

  test(`[limits.rule-8.rejections][checks.balance-before-source][input.too-large] ${lookup.name} leaves no record when it is refused before the source`, async ({
    api,
  }) => {
    const json = lookup.question(somebody);
    const poor = await api.integration({ saldo: 0n });
    const flagless = await api.integration({ flags: [] });
    const spent = await api.integration();
    await Promise.all(
      Array.from({ length: lookup.quota }, () => api.ask(lookup, { as: spent, json: {} })),
    );
    const requestId = freshRequestId();
    const tooLarge = { ...json, otro: 'a'.repeat(64 * 1024) };
    const refusals: readonly (readonly [number, Asked])[] = [
      [405, { method: 'GET' }],
      [403, { json }],
      [lookup.kind === 'catalog' ? 401 : 403, { as: { ...poor, token: 'wrong' }, json }],
      [403, { as: flagless, json }],
      [429, { as: spent, json }],
      [400, { as: poor, json: {} }],
      [413, { as: poor, json: tooLarge }],
      ...(lookup.kind === 'catalog' ? ([[402, { as: poor, json }]] as const) : []),
    ];
    for (const [status, asked] of refusals) {
      const reply = await api.ask(lookup, { ...asked, requestId });
      expect(reply.status).toBe(status);
      if (status === 413) expect(reply.headers.connection).toBe('close');
    }
    expect(await api.source.calls(requestId)).toEqual([]);
    for (const integration of [poor, flagless, spent]) {
      expect(await api.records(integration)).toEqual([]);
    }
  });
}
