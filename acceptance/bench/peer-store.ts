import type { Sql } from 'postgres';

/** The comparators' tables and statements: as few columns and indexes as their guarantees allow. */

export const PEERS = ['express', 'fastify'] as const;
export type Peer = (typeof PEERS)[number];

interface Integration {
  readonly id: number;
  readonly digest: Buffer;
  readonly enabled: boolean;
}

interface Hold {
  readonly queryId: string;
  readonly integrationId: number;
}

export interface Settlement {
  readonly queryId: string;
  readonly status: number;
  readonly durationMs: number;
  readonly identifier: string;
}

interface Store {
  readonly find: (nombre: string) => Promise<Integration | undefined>;
  /** False without balance. */
  readonly reserve: (hold: Hold) => Promise<boolean>;
  /** False when the hold was gone. */
  readonly settle: (settlement: Settlement) => Promise<boolean>;
}

/** Makes the tables of a comparator, with the gateway's integrations, in a schema of its own. */
export async function storeOf(peer: Peer, sql: Sql): Promise<Store> {
  await sql.unsafe(`
    CREATE SCHEMA IF NOT EXISTS ${peer};
    CREATE TABLE IF NOT EXISTS ${peer}.integrations (id int PRIMARY KEY, nombre text UNIQUE,
      digest bytea, enabled bool, saldo bigint CHECK (saldo >= 0), reservado bigint, tarifa bigint);
    CREATE TABLE IF NOT EXISTS ${peer}.holds (id uuid PRIMARY KEY, integration_id int, amount bigint,
      at timestamptz DEFAULT now());
    CREATE TABLE IF NOT EXISTS ${peer}.ledger (id bigserial PRIMARY KEY, integration_id int,
      query_id uuid UNIQUE, amount bigint, saldo bigint, at timestamptz DEFAULT now());
    CREATE TABLE IF NOT EXISTS ${peer}.records (id uuid PRIMARY KEY, integration_id int, lookup text,
      status int, ms int, identifier text, at timestamptz DEFAULT now());
    INSERT INTO ${peer}.integrations SELECT i.id, i.nombre, c.digest, i.is_cui_nit_enabled, a.saldo,
      0, a.tarifa FROM public.integrations i JOIN public.credentials c ON c.integration_id = i.id
      JOIN public.accounts a ON a.integration_id = i.id ON CONFLICT DO NOTHING`);
  return peer === 'express' ? alone(sql) : together(sql);
}

/** A statement for each phase of a query. */
function alone(sql: Sql): Store {
  return {
    find: async (nombre) => {
      const [row] = await sql<Integration[]>`
        SELECT id, digest, enabled FROM express.integrations WHERE nombre = ${nombre}`;
      return row;
    },
    reserve: async ({ queryId, integrationId }) => {
      const { count } = await sql`
        WITH a AS (
          UPDATE express.integrations SET reservado = reservado + tarifa
          WHERE id = ${integrationId} AND saldo - reservado >= tarifa RETURNING id, tarifa
        ) INSERT INTO express.holds (id, integration_id, amount)
        SELECT ${queryId}::uuid, id, tarifa FROM a`;
      return count === 1;
    },
    settle: async ({ queryId, status, durationMs, identifier }) => {
      const { count } = await sql`
        WITH h AS (
          DELETE FROM express.holds WHERE id = ${queryId}
          RETURNING *, CASE WHEN ${status}::int = 200 THEN amount ELSE 0 END AS charged
        ), a AS (
          UPDATE express.integrations i SET reservado = i.reservado - h.amount,
            saldo = i.saldo - h.charged FROM h WHERE i.id = h.integration_id RETURNING i.saldo
        ), l AS (
          INSERT INTO express.ledger (integration_id, query_id, amount, saldo)
          SELECT h.integration_id, h.id, -h.charged, a.saldo FROM h, a WHERE ${status}::int = 200
        ) INSERT INTO express.records (id, integration_id, lookup, status, ms, identifier)
        SELECT id, integration_id, 'cui-nit', ${status}::int, ${durationMs}::int, ${identifier} FROM h`;
      return count === 1;
    },
  };
}

/** Statements shared by all queries that wait at the moment. */
function together(sql: Sql): Store {
  return {
    find: batched(2, async (names: readonly string[]) => {
      const rows = await sql<(Integration & { nombre: string })[]>`
        SELECT id, nombre, digest, enabled FROM fastify.integrations
        WHERE nombre = ANY(${[...new Set(names)]})`;
      const byName = new Map(rows.map((row) => [row.nombre, row]));
      return names.map((name) => byName.get(name));
    }),
    reserve: batched(1, async (holds: readonly Hold[]) => {
      const ids = holds.map(({ queryId }) => queryId);
      const rows = await sql<{ id: string }[]>`
        WITH q AS (
          SELECT *, row_number() OVER (PARTITION BY integration_id ORDER BY place) AS turn
          FROM unnest(${ids}::uuid[], ${holds.map(({ integrationId }) => integrationId)}::int[])
            WITH ORDINALITY AS q(id, integration_id, place)
        ), a AS (
          SELECT id, tarifa, saldo - reservado AS available FROM fastify.integrations
          WHERE id IN (SELECT integration_id FROM q) ORDER BY id FOR UPDATE
        ), covered AS (
          SELECT q.id, q.integration_id, a.tarifa FROM q JOIN a ON a.id = q.integration_id
          WHERE a.tarifa * q.turn <= a.available
        ), raised AS (
          UPDATE fastify.integrations i SET reservado = reservado + s.amount
          FROM (SELECT integration_id, sum(tarifa)::bigint AS amount FROM covered GROUP BY 1) s
          WHERE i.id = s.integration_id
        ) INSERT INTO fastify.holds (id, integration_id, amount)
        SELECT id, integration_id, tarifa FROM covered RETURNING id`;
      const held = new Set(rows.map(({ id }) => id));
      return ids.map((id) => held.has(id));
    }),
    settle: batched(1, async (all: readonly Settlement[]) => {
      const rows = await sql<{ id: string }[]>`
        WITH q AS (
          SELECT * FROM unnest(${all.map(({ queryId }) => queryId)}::uuid[],
            ${all.map(({ status }) => status)}::int[],
            ${all.map(({ durationMs }) => durationMs)}::int[],
            ${all.map(({ identifier }) => identifier)}::text[])
            WITH ORDINALITY AS q(id, status, ms, identifier, place)
        ), locked AS (
          SELECT id FROM fastify.integrations WHERE id IN (
            SELECT integration_id FROM fastify.holds WHERE id IN (SELECT id FROM q)
          ) ORDER BY id FOR UPDATE
        ), h AS (
          DELETE FROM fastify.holds
          WHERE id IN (SELECT id FROM q) AND (SELECT count(*) FROM locked) >= 0 RETURNING *
        ), ended AS (
          SELECT h.id, h.integration_id, h.amount, q.status, q.ms, q.identifier, q.place,
            CASE WHEN q.status = 200 THEN h.amount ELSE 0 END AS charged FROM h JOIN q USING (id)
        ), a AS (
          UPDATE fastify.integrations i SET reservado = reservado - s.held, saldo = saldo - s.charged
          FROM (SELECT integration_id, sum(amount)::bigint AS held, sum(charged)::bigint AS charged
            FROM ended GROUP BY 1) s
          WHERE i.id = s.integration_id RETURNING i.id, i.saldo, s.charged
        ), l AS (
          INSERT INTO fastify.ledger (integration_id, query_id, amount, saldo)
          SELECT e.integration_id, e.id, -e.charged, a.saldo + a.charged
            - sum(e.charged) OVER (PARTITION BY e.integration_id ORDER BY e.place)
          FROM ended e JOIN a ON a.id = e.integration_id WHERE e.status = 200
        ) INSERT INTO fastify.records (id, integration_id, lookup, status, ms, identifier)
        SELECT id, integration_id, 'cui-nit', status, ms, identifier FROM ended RETURNING id`;
      const settled = new Set(rows.map(({ id }) => id));
      return all.map(({ queryId }) => settled.has(queryId));
    }),
  };
}

interface Waiting<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs inputs that arrive while `lanes` runs are under way together in the next one. */
function batched<Input, Output>(
  lanes: number,
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Waiting<Input, Output>[] = [];
  let underWay = 0;
  const start = async () => {
    if (underWay >= lanes || waiting.length === 0) return;
    const members = waiting;
    waiting = [];
    underWay += 1;
    try {
      const outputs = await run(members.map(({ input }) => input));
      for (const [place, output] of outputs.entries()) members[place]?.resolve(output);
    } catch (error) {
      for (const { reject } of members) reject(error);
    }
    underWay -= 1;
    void start();
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (waiting.length === 1) setImmediate(() => void start());
    });
}
