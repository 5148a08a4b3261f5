import { sql } from 'drizzle-orm';
import type { Target } from '@/acceptance/bench/console/report';
import { type Setup, withDatabase } from '@/acceptance/bench/console/setup';
import type { Database } from '@/db/client';
import { writeIdentifier } from '@/lib/console/views/identifiers';
import { HARNESS_SECRET } from '@/testing/harness';

/** A search for queries. */
type Scenario = Omit<Target, 'user'>;

const LIST = '/console/queries';
const LIST_MS = 100;
const CHARTS_MS = 200;
const RECORD_MS = 50;
/** Months that a recent day or month may touch. */
const RECENT_MONTHS = 2;

type Subjects = Pick<Setup, 'busiest' | 'recordId'> & Samples;

/** Search values that the setup does not provide. */
interface Samples {
  /** Periods of records 20 and 200 days old, as the list's address names them. */
  readonly cursors: readonly [recent: string, old: string];
  readonly oldRecordId: string;
  /** A frequent identifier and a rare one, sealed for the newest session. */
  readonly often: string;
  readonly seldom: string;
  readonly requestId: string;
}

export async function scenariosOf(setup: Setup, monthsInAll: number): Promise<Scenario[]> {
  const samples = await withDatabase(setup.databaseUrl, (db) => samplesOf(db, setup));
  const subjects = { ...setup, ...samples };
  return [
    ...lists(subjects, monthsInAll),
    ...searches(subjects, monthsInAll),
    ...details(subjects),
    ...charts(subjects),
  ];
}

/** A page that must answer 200 in this time, reading no more than so many months of records. */
function scenario(name: string, path: string, serverMs: number, months: number): Scenario {
  return { name, path, limits: { status: 200, serverMs, months } };
}

function list(query: Readonly<Record<string, string>>, months = RECENT_MONTHS): Scenario {
  const text = new URLSearchParams(query).toString();
  // Beyond a day the page draws its histogram over weeks, or over all there is.
  const isLong = query.period !== undefined && query.period !== '1h';
  const name = text || 'the last day';
  return scenario(name, `${LIST}?${text}`, isLong ? CHARTS_MS : LIST_MS, months);
}

function lists({ busiest, cursors }: Subjects, monthsInAll: number): Scenario[] {
  const [first = ''] = busiest;
  const middle = busiest[Math.floor(busiest.length / 2)] ?? '';
  const last = busiest.at(-1) ?? '';
  return [
    list({}),
    list({ period: '1h' }),
    list({ period: '7d' }),
    list({ period: '30d' }),
    list({ period: 'all' }),
    list({ integration: first }),
    list({ integration: first, period: '30d' }),
    list({ integration: middle, period: '30d' }),
    list({ integration: middle, period: 'all' }, monthsInAll),
    list({ integration: last, period: 'all' }, monthsInAll),
    list({ lookup: 'omisos', period: '30d' }),
    list({ status: '5xx', period: '7d' }),
    list({ status: '4xx', period: '30d' }),
    list({ status: '404', period: 'all' }),
    list({ status: 'none', period: '30d' }),
    list({ outcome: 'source_unavailable', period: '30d' }),
    list({ outcome: 'source_denied', period: 'all' }, monthsInAll),
    list({ charged: 'yes', period: '7d' }),
    list({ charged: 'no', lookup: 'cui-nit', period: '30d' }),
    list({ slower: '5000', period: '30d' }),
    list({ integration: middle, lookup: 'rtu-v2', status: '4xx', period: 'all' }, monthsInAll),
    list({ integration: first, status: '5xx', period: '30d' }),
    list({ period: '30d', before: cursors[0] }),
    list({ period: 'all', before: cursors[1] }),
    list({ integration: first, period: 'all', before: cursors[1] }),
    list({ status: '5xx', period: 'all', before: cursors[1] }),
  ];
}

function searches({ often, seldom, requestId }: Subjects, monthsInAll: number): Scenario[] {
  return [
    { ...list({ id: often }, monthsInAll), name: 'an identifier asked often' },
    { ...list({ id: seldom }, monthsInAll), name: 'an identifier asked seldom' },
    { ...list({ request: requestId }, monthsInAll), name: 'a request id' },
  ];
}

function details({ recordId, oldRecordId }: Subjects): Scenario[] {
  // The page looks for queries with the same identifier in the months around it.
  const months = 3;
  return [
    scenario('a record', `${LIST}/${recordId}`, RECORD_MS, months),
    scenario('an old record', `${LIST}/${oldRecordId}`, RECORD_MS, months),
  ];
}

/** From counts alone, whatever the records are. */
function charts({ busiest: [first = ''] }: Subjects): Scenario[] {
  return ['', `&integration=${first}`, '&lookup=omisos'].map((more) => {
    const path = `/console/statistics?period=30d${more}`;
    return scenario(`charts of 30 days${more}`, path, CHARTS_MS, 0);
  });
}

interface Sample extends Record<string, unknown> {
  readonly id: string;
  readonly micros: string;
  readonly request_id: string;
}

async function samplesOf(db: Database, { vault }: Setup): Promise<Samples> {
  const at = async (days: number) => {
    const [row] = await db.execute<Sample>(sql`
      SELECT id, request_id, (extract(epoch FROM created_at) * 1000000)::bigint::text AS micros
      FROM query_records WHERE created_at < now() - make_interval(days => ${days})
      ORDER BY created_at DESC LIMIT 1`);
    if (row === undefined) throw new Error(`No record is ${days} days old.`);
    return row;
  };
  const [recent, old] = [await at(20), await at(200)];
  const asked = await db.execute<{ id: string; identifiers: Buffer }>(sql`
    SELECT (array_agg(id))[1] AS id, (array_agg(identifiers))[1] AS identifiers FROM query_records
    WHERE created_at > now() - interval '7 days' AND lookup = 'cui-nit' AND identifiers IS NOT NULL
    GROUP BY identifier_keys ORDER BY count(*) DESC`);
  const [session] = await db.execute<{ sessionNumber: number }>(sql`
    SELECT number AS "sessionNumber" FROM console_sessions ORDER BY created_at DESC LIMIT 1`);
  if (session === undefined) throw new Error('Nobody has signed in.');
  // The app seals identifiers for the user's session with this secret.
  process.env.NEXTAUTH_SECRET = HARNESS_SECRET;
  const address = (record: (typeof asked)[number] | undefined) => {
    const opened = record && vault.open(record.identifiers, record.id);
    const [value = ''] = Object.values(opened ?? {}).flat();
    return writeIdentifier({ keys: vault.keysOf(value), tail: '' }, session);
  };
  const cursor = ({ micros, id }: Sample) => `${micros}_${id}`;
  return {
    cursors: [cursor(recent), cursor(old)],
    oldRecordId: old.id,
    often: address(asked[0]),
    seldom: address(asked.at(-1)),
    requestId: recent.request_id,
  };
}
