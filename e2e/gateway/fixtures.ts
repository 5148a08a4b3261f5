import { randomUUID } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { errorBody, type LookupUnderTest } from '@/cli/conformance/lookups';
import { connectDatabase, type Database } from '@/db/client';
import { type Environment, environment, IDENTIFIERS_KEY } from '@/e2e/environment';
import type { Lookup } from '@/lib/contract/lookups';
import { findIntegration } from '@/lib/integrations/find';
import { IdentifierVault } from '@/lib/recording/identifiers';
import type { AppKind } from '@/testing/app';
import {
  createTestIntegration,
  type TestIntegration,
  type TestIntegrationOptions,
} from '@/testing/integration';
import type { Reply } from '@/testing/openapi-check';
import { newestRecords } from '@/testing/records';
import { EntryPoint, freshAddress, type Sent } from './entry-point';
import { Source } from './source';

export interface EntryPointOptions {
  entryPoint: AppKind;
}

export interface Asked extends Sent {
  /** Whose credentials to send; none without it. */
  readonly as?: Pick<TestIntegration, 'nombre' | 'token'>;
  /** Sent as JSON, unless `body` says exactly what to send. */
  readonly json?: unknown;
  readonly requestId?: string;
  /** As the reverse proxy in front would report the client; one per test by default. */
  readonly address?: string;
}

const GATE_LOCK = 7_270_013;

const vault = new IdentifierVault([IDENTIFIERS_KEY]);

/** What a record's query asked for. */
export function opened(identifiers: Buffer | null | undefined) {
  return identifiers ? vault.open(identifiers) : undefined;
}

/** What a test does: asks through its entryPoint, and looks at what that left behind. */
export class Api {
  readonly #address = freshAddress();

  constructor(
    readonly entryPoint: EntryPoint,
    readonly db: Database,
    readonly source: Source,
    readonly environment: Environment,
  ) {}

  integration(options?: TestIntegrationOptions): Promise<TestIntegration> {
    return createTestIntegration(this.environment.databaseUrl, options);
  }

  ask({ path }: LookupUnderTest, asked: Asked = {}): Promise<Reply> {
    const { as, json, requestId, address = this.#address, headers, ...sent } = asked;
    return this.entryPoint.send(path, {
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...sent,
      headers: {
        'x-forwarded-for': address,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...(as && { 'x-integracion-login': as.nombre, 'x-integracion-token': as.token }),
        ...headers,
      },
    });
  }

  /** Records of an integration, oldest first, without what differs from run to run. */
  async records({ id }: TestIntegration) {
    const rows = await newestRecords(this.db, id, 200);
    return rows.reverse().map(({ lookup, estado, status, charged, identifiers, requestId }) => ({
      lookup,
      estado,
      status,
      charged,
      identifiers: opened(identifiers),
      requestId,
    }));
  }

  /**
   * Runs a story while every call to the lookup waits at the source's gate. Gates are of the whole
   * simulator, so a lock in the database lets one test have one at a time.
   */
  async gated(lookup: Lookup, story: () => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL lock_timeout = '20s'`);
      await tx.execute(sql`SET LOCAL statement_timeout = '25s'`);
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${GATE_LOCK})`);
      await this.source.closeGate(lookup);
      await story().finally(() => this.source.openGate());
    });
  }

  /** In 1/10000 quetzal. */
  async balance({ nombre }: TestIntegration): Promise<{ saldo: bigint; reservado: bigint }> {
    const { saldo, reservado } = await findIntegration(this.db, nombre);
    return { saldo, reservado };
  }
}

interface WorkerFixtures {
  db: Database;
}

export const test = base.extend<EntryPointOptions & { api: Api }, WorkerFixtures>({
  entryPoint: ['server', { option: true }],
  db: [
    async ({ browserName: _unused }, use) => {
      const db = connectDatabase(environment().databaseUrl, { max: 2 });
      await use(db);
      await db.$client.end({ timeout: 5 });
    },
    { scope: 'worker' },
  ],
  api: async ({ entryPoint: name, db }, use) => {
    const env = environment();
    const entryPoint = new EntryPoint(name, env);
    await use(new Api(entryPoint, db, new Source(env.simulatorUrl), env));
    await entryPoint.close();
  },
});

export { expect };

/** An id that no other test sends, for finding one call again at the source and in the records. */
export function freshRequestId(prefix = ''): string {
  return `${prefix}${randomUUID()}`;
}

/** Everything that every answer of a lookup has, whatever it says. */
function expectAlways({ headers }: Reply): void {
  expect(headers['retry-after']).toBeUndefined();
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(headers['cache-control']).toBe('no-store');
}

/** The whole answer: status, exact content type, and a body with nothing more and nothing less. */
export function expectJson(reply: Reply, status: number, body: unknown): void {
  expectAlways(reply);
  expect({ status: reply.status, type: reply.headers['content-type'], body: reply.body }).toEqual({
    status,
    type: 'application/json',
    body,
  });
}

/** A failure as the lookup's family writes it. */
export function expectError(
  reply: Reply,
  lookup: LookupUnderTest,
  status: number,
  text: string,
): void {
  expectJson(reply, status, errorBody(lookup, text));
}

export function expectGlobalLimit(reply: Reply): void {
  expectAlways(reply);
  expect({ status: reply.status, type: reply.headers['content-type'], text: reply.text }).toEqual({
    status: 429,
    type: 'text/plain; charset=utf-8',
    text: 'Too many requests, please try again later.',
  });
}
