import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { connectSql } from '@/db/client';
import { BILLED_LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import { projectRoot } from '@/server/paths';
import { reserved } from '@/simulator/reserved';
import { wellKnown } from '@/simulator/well-known';
import { chargesOf } from '@/testing/billing';
import { createTestIntegration, type TestIntegration } from '@/testing/integration';
import { everything } from '@/testing/scope';

/** The batch command of the Python client, against the running app. */

const databaseUrl = inject('parts').url;
const sql = connectSql(databaseUrl, { max: 1 });
const { individual, company } = wellKnown;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pasarela-batch-'));
});

afterAll(() => Promise.all([sql.end(), rm(folder, { recursive: true })]));

interface Batch {
  readonly as: TestIntegration;
  readonly file: string;
  readonly results: string;
}

async function batchOf(name: string, cells: readonly string[]): Promise<Batch> {
  const switches = { receipts_enabled: true };
  const as = await createTestIntegration(databaseUrl, { switches, saldo: 5_000_000n });
  const file = join(folder, `${name}.csv`);
  await writeFile(file, `Cliente;NIT\r\n${cells.map((cell) => `x;${cell}\r\n`).join('')}`);
  return { as, file, results: join(folder, `${name}.resultados.csv`) };
}

function start({ as, file }: Batch, options: readonly string[]) {
  const program = join(projectRoot, 'clients/python/pasarela.py');
  const asked = ['--consulta', 'omisos', '--columna', 'NIT', ...options];
  const { nombre, token } = as;
  const credentials = { PASARELA_LOGIN: nombre, PASARELA_TOKEN: token };
  const env = { ...process.env, PASARELA_URL: inject('appUrl'), ...credentials };
  return spawn('python3', [program, file, ...asked], {
    env: { ...env, PYTHONIOENCODING: 'utf-8' },
  });
}

/** Runs to the end, with an answer to the question; returns what was printed. */
async function run(batch: Batch, options: readonly string[], answer = 's\n'): Promise<string> {
  const running = start(batch, options);
  running.stdin.end(answer);
  const [printed, problem] = await Promise.all([text(running.stdout), text(running.stderr)]);
  return `${printed}${problem}`;
}

/** Rows without their answers: number, identifier, status, charge and note. */
async function rowsOf({ results }: Batch): Promise<string[]> {
  const lines = (await readFile(results, 'utf8')).split('\r\n').slice(1, -1);
  return lines.map((line) => {
    const [row, who, status, charge, , , ...rest] = line.split(',');
    return [row, who, status, charge, rest.at(-1)].join(' ').trimEnd();
  });
}

/** The sum of an integration's charges, in hundredths of a quetzal. */
async function chargedTo({ id }: TestIntegration): Promise<number> {
  const charges = await chargesOf(sql, id);
  return charges.reduce((sum, one) => sum + Number(one), 0) / 100;
}

it('asks each row, stops at the cap and continues where it stopped', async () => {
  const cells = ['4821763-8', reserved('status-404').nit, '', company.nit, individual.nit];
  const batch = await batchOf('cap', cells);
  expect(await run(batch, ['--tope', '5'], 'n\n')).toContain('5 filas por consultar');
  expect(await rowsOf(batch)).toEqual([]);
  expect(await run(batch, ['--tope', '1'])).toContain('se alcanzó el tope');
  expect(await run(batch, ['--tope', '5', '--si'])).toContain('Listo. Cobrado: Q 1.50');
  expect(await rowsOf(batch)).toEqual([
    '1 48217638 200 0.50',
    `2 ${reserved('status-404').nit} 404 0.00 not_found`,
    '3    sin identificador not_a_nit',
    `4 ${company.nit} 200 0.50`,
    '5 48217638 200 0.50',
  ]);
  expect(await chargedTo(batch.as)).toBe(150);
});

it.each(BILLED_LOOKUPS)('asks %s, by the last word of its path', async (lookup) => {
  const batch = await batchOf(lookup, [individual.nit]);
  const consulta = lookupFacts[lookup].path.split('/').at(-1) ?? '';
  await run(batch, ['--consulta', consulta, '--tope', '5', '--si']);
  expect(await rowsOf(batch)).toEqual([`1 ${individual.nit} 200 0.50`]);
});

it('repeats the row on its way under its key, and after 15 minutes never by itself', async () => {
  for (const [age, row] of [
    [10, '1 48217638 200 0.50'],
    [16 * 60, '1 48217638   quizá cobrada: pida revisión'],
  ] as const) {
    const batch = await batchOf(`age-${age}`, [individual.nit]);
    const pending = { row: 0, key: `row-of-${age}`, time: Date.now() / 1000 - age };
    await writeFile(`${batch.results}.pendiente`, JSON.stringify(pending));
    await run(batch, ['--tope', '5', '--si']);
    expect(await rowsOf(batch)).toEqual([row]);
  }
});

it('stops without balance, and cuts off half a line', async () => {
  const batch = await batchOf('half', [individual.nit, reserved('status-402').nit]);
  expect(await run(batch, ['--tope', '5', '--si'])).toMatch(/payment_required.*support/);
  await writeFile(batch.results, '2,99', { flag: 'a' });
  expect(await run(batch, ['--tope', '5', '--si'])).toContain('payment_required');
  expect(await rowsOf(batch)).toEqual(['1 48217638 200 0.50']);
});

it.runIf(everything)(
  'killed 50 times, its results add up to the ledger',
  async () => {
    const batch = await batchOf('killed', Array(400).fill(individual.nit));
    const size = () =>
      stat(batch.results).then(
        ({ size }) => size,
        () => 0,
      );
    for (let kills = 0; kills < 50; kills += 1) {
      const before = await size();
      const running = start(batch, ['--tope', '200', '--si']);
      const ended = once(running, 'exit');
      await expect.poll(size, { interval: 2 }).toBeGreaterThan(before + 80);
      await setTimeout(Math.random() * 40);
      running.kill('SIGKILL');
      await ended;
    }
    expect(await run(batch, ['--tope', '200', '--si'])).toContain('Listo. Cobrado: Q 200.00');
    const rows = await rowsOf(batch);
    expect(new Set(rows.map((row) => row.replace(/^\d+ /, '')))).toEqual(
      new Set(['48217638 200 0.50']),
    );
    expect([rows.length, await chargedTo(batch.as)]).toEqual([400, 20_000]);
  },
  300_000,
);
