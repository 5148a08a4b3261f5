import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { summaryOf } from '@/acceptance/load/client';
import { quantile } from '@/acceptance/load/job';
import { connectSql, type Sql } from '@/db/client';
import { freePort } from '@/lib/base/process/free-port';
import { LOOKUPS_ALONE, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegration } from '@/testing/integration';
import { steadyLoad, unpaidAnswers } from './load';
import type { Print } from './main';

const MINUTE_MS = 60_000;

/**
 * Series of the samples. The peak of the last quarter may exceed the peak of the third by a tenth
 * and the slack: a collection or a vacuum may come later by chance.
 */
const SERIES = {
  'memory, MB': 32,
  'heap, MB': 32,
  'open files': 20,
  'database sessions': 5,
  'dead rows': 40_000,
  'answers a second': Number.POSITIVE_INFINITY,
  'median, ms': Number.POSITIVE_INFINITY,
  '99 %, ms': Number.POSITIVE_INFINITY,
} as const;

type Sample = Readonly<Record<keyof typeof SERIES, number>>;
const NAMES = Object.keys(SERIES) as (keyof typeof SERIES)[];
const GROWTH = 1.1;

/** Asks one instance at a steady rate and finds what grows. Writes a chart to a file, if named. */
export async function soak(
  print: Print,
  minutes = '60',
  perSecond = '300',
  chart?: string,
): Promise<string[]> {
  const opsPort = await freePort();
  await using harness = await startHarness({
    ...NO_LIMITS,
    ...LOOKUPS_ALONE,
    OPS_PORT: `${opsPort}`,
  });
  const sql = connectSql(harness.databaseUrl, { max: 1 });
  harness.onStop(() => sql.end({ timeout: 5 }));
  const { url } = await harness.startApp();
  const caller = await createTestIntegration(harness.databaseUrl, { saldo: 100_000_000_000n });
  const load = steadyLoad({ url: () => url, caller, perSecond: Number(perSecond) });
  const problems: string[] = [];
  const samples: Sample[] = [];
  const check = async () => {
    const seen = load.seen.splice(0);
    const failed = seen.filter(({ status }) => status !== 200);
    if (failed.length > 0) problems.push(`minute ${samples.length}: ${summaryOf(failed)}`);
    problems.push(...(await unpaidAnswers(harness.databaseUrl, seen)));
    return seen.map(({ ms }) => ms).sort((a, b) => a - b);
  };
  print(['minute', ...NAMES].join(' | '));
  const startedAt = performance.now();
  while (samples.length < Number(minutes)) {
    await pause(startedAt + (samples.length + 1) * MINUTE_MS - performance.now());
    const latencies = await check();
    samples.push({
      ...(await figures(`http://127.0.0.1:${opsPort}/metrics`, sql)),
      'answers a second': latencies.length / 60,
      'median, ms': quantile(latencies, 0.5),
      '99 %, ms': quantile(latencies, 0.99),
    });
    const values = NAMES.map((name) => Math.round(samples.at(-1)?.[name] ?? 0));
    print([samples.length, ...values].join(' | '));
  }
  await load.stop();
  await check();
  if (chart !== undefined) await writeFile(chart, drawn(samples));
  return [...problems, ...growth(samples), ...(await harness.ledgerProblems())];
}

async function figures(metricsUrl: string, sql: Sql) {
  const text = await (await fetch(metricsUrl)).text();
  const metric = (name: string) =>
    Number(new RegExp(`^${name}{process="front"} (.+)$`, 'm').exec(text)?.[1]);
  const [database] = await sql<{ sessions: number; dead: number }[]>`
    SELECT (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()) AS sessions,
      sum(n_dead_tup)::int AS dead FROM pg_stat_user_tables`;
  return {
    'memory, MB': metric('process_resident_memory_bytes') / 1e6,
    'heap, MB': metric('nodejs_heap_size_used_bytes') / 1e6,
    'open files': metric('process_open_fds'),
    'database sessions': database?.sessions ?? 0,
    'dead rows': database?.dead ?? 0,
  };
}

function growth(samples: readonly Sample[]): string[] {
  const quarter = (number: number) =>
    samples.slice((samples.length * (number - 1)) / 4, (samples.length * number) / 4);
  return NAMES.flatMap((name) => {
    const peak = (part: readonly Sample[]) => Math.max(...part.map((sample) => sample[name]));
    const [third, last] = [peak(quarter(3)), peak(quarter(4))];
    const grew = last > third * GROWTH + SERIES[name];
    return grew ? [`${name} grew from ${Math.round(third)} to ${Math.round(last)}`] : [];
  });
}

/** Draws a panel for each series, from 0 to its peak. */
function drawn(samples: readonly Sample[]): string {
  const panels = NAMES.map((name, place) => {
    const values = samples.map((sample) => sample[name]);
    const peak = Math.max(...values, 1);
    const step = 360 / values.length;
    const points = values.map((value, at) => `${step * (at + 1)},${110 - (80 * value) / peak}`);
    const corner = `${20 + (place % 2) * 400} ${Math.floor(place / 2) * 125}`;
    return `<g transform="translate(${corner})"><text y="20">${name}: 0 to ${Math.round(peak)}</text>
<g fill="none"><path d="M0 30V110H360" stroke="#888"/>
<polyline points="${points.join(' ')}" stroke="#1f5fa8"/></g></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 510" font-family="sans-serif"
font-size="14"><title>Minutes of a soak</title><path d="M0 0H800V510H0Z" fill="#fff"/>
${panels.join('\n')}
</svg>\n`;
}
