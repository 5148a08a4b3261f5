import { randomUUID } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { errorBody, type LookupUnderTest } from '@/checks/lookups';
import { connectDatabase, type Database } from '@/db/client';
import { type Environment, environment, IDENTIFIERS_KEY } from '@/e2e/environment';
import type { Lookup } from '@/lib/contract/lookups';
import { findIntegration } from '@/lib/integrations/find';
import { IdentifierVault } from '@/lib/recording/identifiers';
import { freshAddress } from '@/testing/address';
import type { AppKind } from '@/testing/app';
import {
  createTestIntegration,
  type TestIntegration,
  type TestIntegrationOptions,
} from '@/testing/integration';
import type { Reply } from '@/testing/openapi-check';
import { newestRecords } from '@/testing/records';
import { type Credentials, credentials } from '@/testing/requests';
import { EntryPoint, type Sent } from './entry-point';
import { Source } from './source';

export interface EntryPointOptions {
  entryPoint: AppKind;
}

export interface Asked extends Sent {
  /** Integration whose credentials are sent; none when absent. */
  readonly as?: Credentials;
  /** Sent as JSON, unless `body` says exactly what to send. */
  readonly json?: unknown;
  readonly requestId?: string;
  /** Client address that the reverse proxy reports; one per test by default. */
  readonly address?: string;
}

const GATE_LOCK = 7_270_013;

const vault = new IdentifierVault([IDENTIFIERS_KEY]);

/** Decrypts the identifiers of a record. */
export function opened(record?: { readonly id: string; readonly identifiers: Buffer | null }) {
  return record?.identifiers ? vault.open(record.identifiers, record.id) : undefined;
}

/** Asks through an entry point, and reads what that left behind. */
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
        ...(as && credentials(as)),
        ...headers,
      },
    });
  }

  /** Records of an integration, oldest first, without what differs from run to run. */
  async records({ id }: TestIntegration) {
    const rows = await newestRecords(this.db, id, 200);
    return rows.reverse().map((record) => {
      const { lookup, estado, status, charged, requestId } = record;
      return { lookup, estado, status, charged, identifiers: opened(record), requestId };
    });
  }

  /**
   * Runs steps while every call to the lookup waits at the source's gate. A gate closes the whole
   * simulator, so a lock in the database lets one test close it at a time.
   */
  async gated(lookup: Lookup, run: () => Promise<void>): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL lock_timeout = '20s'`);
      await tx.execute(sql`SET LOCAL statement_timeout = '25s'`);
      await tx.execute(sql`SET LOCAL idle_in_transaction_session_timeout = 0`);
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${GATE_LOCK})`);
      await this.source.closeGate(lookup);
      await run().finally(() => this.source.openGate());
    });
  }

  /** In 1/10000 quetzal. */
  async balance({ nombre }: TestIntegration): Promise<{ saldo: bigint; reservado: bigint }> {
    const { saldo, reservado } = await findIntegration(this.db, nombre);
    return { saldo, reservado };
  }
}

/** Runs steps with the entry point at this address, of the run's own apps by default. */
export async function withApi(
  kind: AppKind,
  db: Database,
  run: (api: Api) => Promise<void>,
  url?: string,
): Promise<void> {
  const env = environment();
  const entryPoint = new EntryPoint(url ?? (kind === 'next' ? env.nextUrl : env.serverUrl));
  const api = new Api(entryPoint, db, new Source(env.simulatorUrl), env);
  await run(api).finally(() => entryPoint.close());
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
  api: ({ entryPoint, db }, use) => withApi(entryPoint, db, use),
});

export { expect };

/** An id that no other test sends, for finding one call again at the source and in the records. */
export function freshRequestId(prefix = ''): string {
  return `${prefix}${randomUUID()}`;
}

/** Expects a failure in the form of the lookup's family. */
export function expectError(
  { status, body }: Reply,
  lookup: LookupUnderTest,
  expected: number,
  text: string,
): void {
  expect({ status, body }).toEqual({ status: expected, body: errorBody(lookup, text) });
}

export function expectGlobalLimit({ status, text }: Reply): void {
  expect([status, text]).toEqual([429, 'Too many requests, please try again later.']);
}
