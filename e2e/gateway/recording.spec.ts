import { catalogs, lookups, somebody } from '@/cli/conformance/lookups';
import { RECORDED_STEPS } from '@/lib/recording/steps';
import { reserved } from '@/simulator/reserved';
import { newestRecords } from '@/testing/records';
import { expect, freshRequestId, opened, test } from './fixtures';

/** One record per query that reached its source; none for what was refused before it. */

for (const lookup of lookups) {
  test(`[service.recorded][limits.rule-8.recorded] ${lookup.name} leaves who, what, status, time and identifier`, async ({
    api,
  }) => {
    const as = await api.integration({ tarifa: 5_000n });
    const requestId = freshRequestId();
    await api.ask(lookup, { as, json: lookup.question(somebody), requestId });
    const [record, ...others] = await newestRecords(api.db, as.id, 10);
    expect(others).toEqual([]);
    expect({ ...record, identifiers: opened(record?.identifiers) }).toMatchObject({
      integrationId: as.id,
      lookup: lookup.name,
      estado: 'completada',
      status: 200,
      outcome: 'found',
      durationMs: expect.any(Number),
      sourceMs: expect.any(Number),
      stepsMs: RECORDED_STEPS.map(() => expect.any(Number)),
      charged: lookup.kind === 'catalog' ? 5_000n : 0n,
      identifiers: lookup.identifiers(somebody),
      requestId,
    });
  });

  test(`[limits.rule-8.recorded] ${lookup.name} also when the source answers with an error`, async ({
    api,
  }) => {
    const as = await api.integration();
    await api.ask(lookup, { as, json: lookup.question(reserved('status-503')) });
    const status = lookup.kind === 'catalog' ? 502 : 500;
    expect(await api.records(as)).toMatchObject([{ lookup: lookup.name, status, charged: 0n }]);
  });

  test(`[limits.rule-8.rejections] ${lookup.name} leaves nothing when refused before the source`, async ({
    api,
  }) => {
    const json = lookup.question(somebody);
    const { id: _id, ...known } = await api.integration({ saldo: 0n });
    const flagless = await api.integration({ flags: [] });
    const spent = await api.integration();
    await Promise.all(
      Array.from({ length: lookup.quota }, () => api.ask(lookup, { as: spent, json: {} })),
    );
    const replies = [
      await api.ask(lookup, { as: known, json: {} }),
      await api.ask(lookup, { as: { ...known, token: 'wrong' }, json }),
      await api.ask(lookup, { as: flagless, json }),
      await api.ask(lookup, { as: spent, json }),
      ...(lookup.kind === 'catalog' ? [await api.ask(lookup, { as: known, json })] : []),
    ];
    const unknown = lookup.kind === 'catalog' ? 401 : 403;
    const noBalance = lookup.kind === 'catalog' ? [402] : [];
    expect(replies.map(({ status }) => status)).toEqual([400, unknown, 403, 429, ...noBalance]);
    for (const integration of [{ id: _id, ...known }, flagless, spent]) {
      expect(await api.records(integration)).toEqual([]);
    }
  });
}

for (const lookup of catalogs) {
  test(`[limits.rule-8.recorded] ${lookup.name} keeps NIT and CUI, and no birth date`, async ({
    api,
  }) => {
    const as = await api.integration();
    const date_of_birth = '1988-04-17';
    await api.ask(lookup, { as, json: { ...somebody, date_of_birth } });
    const [record] = await api.records(as);
    expect(record?.identifiers).toEqual({ nit: somebody.nit, cui: somebody.cui });
  });
}
