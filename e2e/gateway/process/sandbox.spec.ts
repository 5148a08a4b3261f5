import { readdir } from 'node:fs/promises';
import { golden, goldenFolder } from '@/checks/golden';
import { type LookupUnderTest, lookups, rtu } from '@/checks/lookups';
import { type Api, expect, freshRequestId, test } from '@/e2e/gateway/fixtures';
import { lookupFacts } from '@/lib/contract/lookups';
import { sandboxRows } from '@/lib/contract/sandbox';
import { reserved, reservedIdentifiers } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { freshAddress } from '@/testing/address';
import { createTestIntegrations, type TestIntegration } from '@/testing/integration';
import { contract } from '@/testing/openapi-check';

/** The identifiers of the sandbox: what the documentation promises, and what each costs. */

const SALDO = 1_000_000n;
const TARIFA = 5_000n;
/** The others do not wait for these. */
const SLOW = ['hang', 'trickle', 'slow'];

const rowsOf = ({ name }: LookupUnderTest) =>
  sandboxRows.filter(({ outcomes }) => outcomes[name] !== undefined);

/** Asks for each identifier as another integration, the slow ones beside the others. */
async function askAll(
  api: Api,
  lookup: LookupUnderTest,
  callers: readonly TestIntegration[],
): Promise<void> {
  const rows = rowsOf(lookup);
  const askRow = async (row: (typeof rows)[number], at: number) => {
    const as = callers[at];
    if (as === undefined) throw new Error(`nobody asks for ${row.id}`);
    const requestId = freshRequestId();
    const json = lookupFacts[lookup.name].bodyFor(row);
    const reply = await api.ask(lookup, { as, json, requestId, address: freshAddress() });
    const expected = row.outcomes[lookup.name];
    const { status = 0, outcome = '' } = expected ?? {};
    const named = `${lookup.name} ${row.id}: ${reply.text.slice(0, 200)}`;
    expect(reply.status, named).toBe(status);
    const ours = !['found', 'registry'].includes(outcome);
    if (ours) expect(contract.namesOf(lookup.path, reply), named).toContain(outcome);
    const charged = status === 200 && lookup.kind === 'catalog' ? TARIFA : 0n;
    const identifiers = lookup.identifiers({ nit: row.nit, cui: row.cui ?? '' });
    const record = { lookup: lookup.name, estado: 'completada', status, charged };
    // A failure of the integration itself leaves no record.
    const isOwn = row.kind === 'own' && ours;
    const records = isOwn ? [] : [{ ...record, identifiers, requestId }];
    expect(await api.records(as), named).toEqual(records);
    expect(await api.balance(as), named).toEqual({ saldo: SALDO - charged, reservado: 0n });
  };
  const asked = rows.map((row, at) => ({ row, at }));
  const slow = asked.filter(({ row }) => SLOW.includes(row.id));
  const waiting = Promise.all(slow.map(({ row, at }) => askRow(row, at)));
  for (const one of asked) if (!slow.includes(one)) await askRow(one.row, one.at);
  await waiting;
}

test('[limits.rule-8.recorded][limits.rule-7.only-success][limits.rule-6] each lookup answers every identifier of the sandbox as documented, records it, and charges nothing but a 200', async ({
  api,
}) => {
  test.setTimeout(120_000);
  const { databaseUrl } = api.environment;
  const callers: TestIntegration[][] = [];
  // One after another, because each call locks the audit log.
  for (const lookup of lookups) {
    const count = rowsOf(lookup).length;
    const options = { saldo: SALDO, tarifa: TARIFA };
    callers.push(await createTestIntegrations(databaseUrl, count, options));
  }
  await Promise.all(lookups.map((lookup, at) => askAll(api, lookup, callers[at] ?? [])));
  expect(await api.source.redirectsFollowed()).toBe(0);
});

const files = await readdir(goldenFolder);

test('answers are those in the golden files, byte for byte', async ({ api }) => {
  const as = await api.integration();
  const people: Readonly<Record<string, { nit: string; cui?: string }>> = wellKnown;
  const { company, unknown, individual } = wellKnown;
  for (const file of files) {
    const [name = '', who = ''] = file.split('.');
    const lookup = lookups.find((one) => one.name === name);
    if (lookup === undefined) throw new Error(`${file} is of no lookup`);
    const odd = reservedIdentifiers.find(({ id }) => id === who);
    const { nit, cui = '' } = people[who] ?? (odd && reserved(odd.id)) ?? unknown;
    const batch = { nits: [company.nit, unknown.nit, individual.nit] };
    const json = lookup === rtu && who === 'batch' ? batch : lookup.question({ nit, cui });
    const { text } = await api.ask(lookup, { as, json });
    expect(text, file).toBe(await golden(`${name}.${who}`));
  }
});
