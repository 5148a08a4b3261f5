import { type Failure, failureAnswers, failures } from '@/lib/contract/failures';
import { LOOKUPS, lookupFacts } from '@/lib/contract/lookups';
import type { Identifiers, IdentifierVault } from '@/lib/recording/identifiers';
import { makeCui, makeNit } from '@/simulator/identifiers';
import type { Tx } from './seed';

/** Temporary tables from which records are drawn: who asks, about whom, and how it ends. */

const TARIFFS = [2_500, 5_000, 5_000, 7_500];

/** Creates the table of integrations, the busiest first, and dates them before the records. */
export async function createCustomers(tx: Tx, ids: readonly number[], first: Date): Promise<void> {
  await tx`
    CREATE TEMP TABLE large_customers ON COMMIT DROP AS
    SELECT (row_number() OVER (ORDER BY i.id) - 1)::int AS place, i.id AS integration_id,
      c.id AS credential_id, (${TARIFFS}::int[])[1 + i.id % 4] AS tarifa
    FROM integrations i JOIN credentials c ON c.integration_id = i.id
    WHERE i.id = ANY(${[...ids]}::int[])`;
  await tx`
    UPDATE integrations SET created_at = ${first} FROM large_customers WHERE id = integration_id`;
  await tx`
    UPDATE credentials SET created_at = ${first} FROM large_customers WHERE id = credential_id`;
  await tx`
    UPDATE accounts a SET tarifa = c.tarifa FROM large_customers c
    WHERE a.integration_id = c.integration_id`;
  await tx`
    UPDATE tariffs t SET tarifa = c.tarifa, holds_from = ${first}, created_at = ${first}
    FROM large_customers c WHERE t.integration_id = c.integration_id`;
}

interface Ending {
  /** Queries per thousand, by lookup. */
  readonly share: number;
  readonly ending: 'found' | Failure;
  readonly cause: string | null;
  readonly medianMs: number;
  readonly estado?: 'cancelada' | 'interrumpida';
  readonly onlyCatalogs?: true;
}

const notFound = { ending: 'source_not_found', cause: 'status 404' } as const;
const rejected = { ending: 'source_rejected_input', cause: 'status 400' } as const;
const ENDINGS: readonly Ending[] = [
  { share: 35, ...notFound, medianMs: 300, onlyCatalogs: true },
  { share: 12, ...rejected, medianMs: 90, onlyCatalogs: true },
  { share: 7, ending: 'source_unavailable', cause: 'deadline', medianMs: 28_000 },
  { share: 6, ending: 'source_unavailable', cause: 'ECONNREFUSED', medianMs: 2 },
  { share: 5, ending: 'client_gone', cause: null, medianMs: 400, estado: 'cancelada' },
  { share: 1, ending: 'interrupted', cause: null, medianMs: 0, estado: 'interrumpida' },
];

/** Creates the table of endings: a thousand slots, the same number for each lookup. */
export async function createEndings(tx: Tx): Promise<void> {
  const rows = Array.from({ length: 1_000 }, (_, slot) => {
    const lookup = LOOKUPS[slot % LOOKUPS.length] ?? 'renap';
    return { slot, ...endingOf(lookup, Math.floor(slot / LOOKUPS.length) * LOOKUPS.length) };
  });
  await tx`
    CREATE TEMP TABLE large_endings (slot int, lookup text, estado text, status smallint,
      ending text, responsible text, cause text, median_ms int, billed boolean, asks text) ON COMMIT DROP`;
  await tx`INSERT INTO large_endings ${tx(rows)}`;
}

function endingOf(lookup: (typeof LOOKUPS)[number], place: number) {
  const { family, billed } = lookupFacts[lookup];
  const asks = lookup === 'renap' ? 'cui' : lookup === 'rtu' ? 'nits' : 'nit';
  let before = 0;
  for (const { share, ending, cause, medianMs, estado, onlyCatalogs } of ENDINGS) {
    before += share;
    if (place >= before || (onlyCatalogs && !billed)) continue;
    const answered = ending === 'found' ? 200 : failureAnswers[family][ending].status;
    const status = estado === undefined ? answered : null;
    const responsible = ending === 'found' ? 'nobody' : failures[ending].responsible;
    const ended = { estado: estado ?? 'completada', status, ending, responsible, cause };
    return { lookup, ...ended, median_ms: medianMs, billed: false, asks };
  }
  const verdict = { ending: 'found', responsible: 'nobody', cause: null };
  const found = { estado: 'completada', status: 200, ...verdict };
  return { lookup, ...found, median_ms: billed ? 500 : 450, billed, asks };
}

const TAXPAYERS = 2_000;
const BATCH = 3;

/** Creates the table of identifiers, in the open, with their digests. */
export async function createQuestions(tx: Tx, vault: IdentifierVault): Promise<number> {
  const nits = Array.from({ length: TAXPAYERS }, (_, place) => makeNit(1_000_000 + place * 37));
  const rows = nits.flatMap((nit, place) => {
    // One number in eleven has no check digit.
    const cui = makeCui(15_000_000 + place * 41, 1, 1) ?? makeCui(15_000_001 + place * 41, 1, 1);
    return [
      questionOf(vault, place, 'nit', { nit }),
      questionOf(vault, place, 'cui', { cui: cui ?? '2456712340101' }),
      questionOf(vault, place, 'nits', { nits: nits.slice(place, place + BATCH) }),
    ];
  });
  await tx`CREATE TEMP TABLE large_questions (place int, asks text, box bytea, keys bigint[])
    ON COMMIT DROP`;
  for (let start = 0; start < rows.length; start += 1_000) {
    await tx`INSERT INTO large_questions ${tx(rows.slice(start, start + 1_000))}`;
  }
  await tx`ANALYZE large_questions`;
  return TAXPAYERS;
}

function questionOf(vault: IdentifierVault, place: number, asks: string, asked: Identifiers) {
  const { keys } = vault.seal(asked, '');
  const box = Buffer.from(JSON.stringify(asked));
  return { place, asks, box, keys: `{${keys.join(',')}}` };
}

const SEALED_AT_ONCE = 5_000;

/** Seals the identifiers of the drawn records, each for its row. */
export async function sealQuestions(tx: Tx, vault: IdentifierVault): Promise<void> {
  await tx`DECLARE unsealed NO SCROLL CURSOR FOR
    SELECT ctid::text AS at, id, identifiers AS asked FROM large_records
    WHERE identifiers IS NOT NULL`;
  for (;;) {
    const rows = await tx<{ at: string; id: string; asked: Buffer }[]>`
      FETCH ${tx.unsafe(String(SEALED_AT_ONCE))} FROM unsealed`;
    if (rows.length === 0) break;
    const boxes = rows.map(({ id, asked }) => vault.seal(JSON.parse(asked.toString()), id).box);
    await tx`
      UPDATE large_records r SET identifiers = decode(s.box, 'hex')
      FROM unnest(${rows.map(({ at }) => at)}::text[]::tid[],
        ${boxes.map((box) => box.toString('hex'))}::text[]) AS s(at, box)
      WHERE r.ctid = s.at`;
  }
  await tx`CLOSE unsealed`;
}
