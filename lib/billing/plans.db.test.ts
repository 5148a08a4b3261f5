import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { connectSql } from '@/db/client';
import { ownerUrlOf } from '@/db/embedded';
import { settlementOf } from '@/testing/billing';
import { ownDatabase } from '@/testing/database';
import { chargesByLookup } from './charges';
import { settleAlone, settleTogether } from './settle';

const { db, databaseUrl, holdOf, newIntegration } = await ownDatabase();
const sql = connectSql(databaseUrl, { max: 1 });
const owner = postgres(ownerUrlOf(databaseUrl), { max: 1 });
afterAll(() => Promise.all([sql.end({ timeout: 5 }), owner.end({ timeout: 5 })]));

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Plan[];
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Reads the nodes of all statements with a word that the connection has prepared. */
async function nodesOfPlans(word: string): Promise<Plan[]> {
  const prepared = await sql<{ name: string; parameters: number }[]>`
    SELECT name, cardinality(parameter_types) AS parameters FROM pg_prepared_statements
    WHERE position(${word} IN statement) > 0`;
  const nodes: Plan[] = [];
  for (const { name, parameters } of prepared) {
    const values = Array.from({ length: parameters }, () => 'NULL').join(',');
    const [row] = await sql.unsafe(`EXPLAIN (FORMAT JSON) EXECUTE "${name}"(${values})`);
    nodes.push(...nodesOf(row?.['QUERY PLAN'][0].Plan));
  }
  return nodes;
}

it('queries look their hold up by its key, also after a vacuum that found none', async () => {
  const { id } = await newIntegration();
  const settlement = settlementOf(await holdOf(id));
  await settleAlone(sql, settlement);
  await settleTogether(sql, [settlement], 'wait');
  await owner`VACUUM (ANALYZE) holds`;
  const scans = (await nodesOfPlans('settled')).filter((node) => node['Relation Name'] === 'holds');
  const reading = scans.filter((node) => node['Node Type'] !== 'ModifyTable');
  expect(reading.map((node) => [node['Index Name'], node['Index Cond']])).toEqual([
    ['holds_pkey', expect.stringContaining('query_id')],
    ['holds_pkey', expect.stringContaining('query_id')],
  ]);
});

it('a statement reads the queries of its months only', async () => {
  const { id } = await newIntegration();
  const settlement = settlementOf(await holdOf(id));
  await settleAlone(sql, settlement);
  // Many charges are joined by hash.
  await sql`SET enable_nestloop = off`;
  const { sql: text, params } = chargesByLookup(db, id, { openingSeq: 0n, closingSeq: 9n }).toSQL();
  const [row] = await sql.unsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, params.map(String));
  const reads = nodesOf(row?.['QUERY PLAN'][0].Plan).filter((node) =>
    node['Relation Name']?.startsWith('query_records'),
  );
  const months = reads.filter((node) => node['Actual Loops'] !== 0);
  expect(reads.length).toBeGreaterThan(1);
  expect(months).toHaveLength(1);
});
