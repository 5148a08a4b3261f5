import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { queryRecords } from '@/db/schema/index';
import { metricsText } from '@/lib/base/telemetry/metrics';
import type { Lookup } from '@/lib/contract/lookups';
import { definitions } from '@/lib/sources/definitions';
import { reserved } from '@/simulator/reserved';
import { startSimulator } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';
import { closeAfterwards } from '@/testing/afterwards';
import { ownDatabase } from '@/testing/database';
import { openTestGateway } from '@/testing/gateway';
import { addFault } from '@/testing/harness';

const { databaseUrl, db, newIntegration } = await ownDatabase();
const simulator = await startSimulator();
closeAfterwards(simulator.close);
const chosen = { RENAP_SOURCE: 'infile', RTU_SOURCE: 'infile', CUI_NIT_SOURCE: 'infile' };

function openWith(changes: Readonly<Record<string, string>> = {}) {
  const variables = { ...simulator.variables, ...chosen, SOURCE_TIMEOUT_MS: '3000', ...changes };
  return openTestGateway(databaseUrl, simulator.url, variables);
}

/** Asks once. Returns status and body, the newest record's ending and charge, and the metrics. */
async function asking(
  lookup: Lookup,
  body: object,
  test = openWith(),
): Promise<{ status: number; body: unknown; record: unknown; metrics: string }> {
  const integration = await newIntegration();
  const { status, body: text } = await test.ask(definitions[lookup], integration, body);
  const [record] = await db
    .select({ ending: queryRecords.ending, charged: queryRecords.charged })
    .from(queryRecords)
    .where(eq(queryRecords.integrationId, integration.id))
    .orderBy(desc(queryRecords.id));
  return {
    status,
    body: JSON.parse(String(text)),
    record,
    metrics: await metricsText([await test.gateway.metrics.read()]),
  };
}

const { individual, company, unknown } = wellKnown;
const charged = { ending: 'found', charged: 5_000n };
const free = (ending: string) => ({ ending, charged: 0n });

it.each([
  ['a known NIT', individual.nit, 200, charged],
  ['a NIT with a hyphen', '4821763-8', 200, charged],
  ['an unknown NIT', unknown.nit, 404, free('source_not_found')],
  ['a rejected account', reserved('status-401').nit, 401, free('source_rejected_credentials')],
  ['the daily limit', reserved('status-429').nit, 429, free('source_limited')],
  ['a cut answer', reserved('truncated').nit, 502, free('source_unavailable')],
  ['silence', reserved('hang').nit, 502, free('source_unavailable')],
] as const)(
  'CUI/NIT by INFILE ends, is charged and counted as it should after %s',
  async (_, nit, status, record) => {
    const asked = await asking('cui-nit', { nit });
    expect(asked).toMatchObject({ status, record });
    expect(asked.metrics).toMatch(
      new RegExp(`pasarela_lookups_total.*lookup="cui-nit".*outcome="${record.ending}".* 1$`, 'm'),
    );
  },
);

it('CUI/NIT by INFILE refuses a CUI before it is reserved, recorded or sent', async () => {
  const asked = await asking('cui-nit', { cui: individual.cui });
  expect(asked).toMatchObject({
    status: 404,
    body: { message: 'No encontramos informacion para los datos enviados.' },
    record: undefined,
  });
  expect(asked.metrics).toContain('outcome="not_answerable"');
});

it('a batch by INFILE asks for each NIT and keeps the order', async () => {
  const nits = [company.nit, unknown.nit, individual.nit];
  const { status, body } = await asking('rtu', { nits });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      data: [{ nit: company.nit }, { nit: individual.nit }],
      message: 'Se encontraron 2 de 3 NITs solicitados.',
    },
  });
});

it('a batch by INFILE that fails in part fails', async () => {
  const nits = [individual.nit, reserved('reset').nit];
  const { status, record } = await asking('rtu', { nits });
  expect({ status, record }).toMatchObject({
    status: 500,
    record: { ending: 'source_unavailable' },
  });
});

/** Logins that the simulator has received. */
async function logins() {
  const response = await fetch(`${simulator.url}/_control/calls`);
  return (await response.text()).split('prefijo=').length - 1;
}

it('persons by INFILE share one login, which is renewed once when it is refused', async () => {
  const test = openWith();
  const before = await logins();
  const people = await Promise.all(
    [individual.cui, wellKnown.deceased.cui, unknown.cui].map((cui) =>
      asking('renap', { cui }, test),
    ),
  );
  expect(people.map(({ status }) => status)).toEqual([200, 200, 404]);
  expect(people[1]?.body).toMatchObject({ data: { fallecido: 'SI' }, responseCode: 200 });
  expect(await logins()).toBe(before + 1);
  await addFault(simulator.url, { behaviour: 'status-401', lookup: 'renap', times: 1 });
  expect(await asking('renap', { cui: individual.cui }, test)).toMatchObject({ status: 200 });
  expect(await logins()).toBe(before + 2);
});

it('a rejected account of INFILE spends one login, not one for each query', async () => {
  const test = openWith({ INFILE_CUI_KEY: 'wrong' });
  const before = await logins();
  for (const _ of [1, 2, 3]) {
    const { status, record } = await asking('renap', { cui: individual.cui }, test);
    expect({ status, record }).toMatchObject({
      status: 500,
      record: { ending: 'source_rejected_credentials' },
    });
  }
  expect(await logins()).toBe(before + 1);
});
