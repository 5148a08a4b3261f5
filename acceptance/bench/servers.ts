import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { ownerUrlOf } from '@/db/embedded';
import { freePort } from '@/lib/base/process/free-port';
import type { TestApp, Variables } from '@/testing/app';
import { type Harness, NO_LIMITS, startHarness } from '@/testing/harness';
import { createTestIntegrations, type TestIntegration } from '@/testing/integration';
import { startTestPostgres, type TestPostgres } from '@/testing/postgres';
import { type Program, runProgram, startProgram } from '@/testing/program';
import type { Peer } from './peer-store';

/** A server with the integrations that may ask it. */
export interface Gateway extends AsyncDisposable {
  readonly harness: Harness;
  readonly app: TestApp;
  readonly callers: readonly TestIntegration[];
  /** Verifies the ledger, and says what is broken. */
  isSound(): Promise<boolean>;
}

/** The servers that are compared. */
export interface Servers extends Gateway {
  readonly bareNext: Server;
  readonly express: Server;
  readonly fastify: Server;
  readonly databasePid: number;
}

export interface Server extends Pick<Program, 'pid'> {
  readonly port: number;
}

const CALLERS = 300;
const BALANCE = 10n ** 14n;
const BARE_NEXT = 'acceptance/bench/bare-next';
/** Express is at least as fast with it as with any other size from 4 to 50. */
const POOL_SIZES: Readonly<Record<Peer, number>> = { express: 16, fastify: 10 };

/** Starts the gateway on this database, or on one of its own, with integrations that may ask. */
export async function startGateway(
  database?: Pick<TestPostgres, 'url' | 'stop'>,
  changes: Variables = {},
): Promise<Gateway> {
  const variables = {
    ...NO_LIMITS,
    APP_ENV: 'production',
    HOST: '127.0.0.1',
    NEXTAUTH_SECRET: randomBytes(32).toString('base64url'),
    // Nothing old is to be removed in the meantime.
    IDENTIFIERS_KEPT_DAYS: '3650',
    RECORDS_KEPT_MONTHS: '120',
    ...changes,
  };
  const harness = await startHarness(variables, database);
  const options = { flags: ['is_cui_nit_enabled'], saldo: BALANCE } as const;
  const creating = createTestIntegrations(harness.databaseUrl, CALLERS, options);
  const callers = await creating.catch(harness.fail);
  const app = await harness.startApp().catch(harness.fail);
  const isSound = async () => {
    const problems = await harness.ledgerProblems();
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    return problems.length === 0;
  };
  return { harness, app, callers, isSound, [Symbol.asyncDispose]: harness.stop };
}

/** Starts all of them. */
export async function startServers(): Promise<Servers> {
  const database = await startTestPostgres();
  const gateway = await startGateway(database);
  const { harness } = gateway;
  const bareNext = await startBareNext(harness).catch(harness.fail);
  const express = await startPeer(harness, 'express').catch(harness.fail);
  const fastify = await startPeer(harness, 'fastify').catch(harness.fail);
  return { ...gateway, bareNext, express, fastify, databasePid: database.pid };
}

async function startBareNext(harness: Harness): Promise<Server> {
  const port = await freePort();
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
  await runProgram([next, 'build', BARE_NEXT]);
  const args = [next, 'start', BARE_NEXT, '--hostname', '127.0.0.1', '--port', String(port)];
  return start(harness, port, args, {});
}

async function startPeer(harness: Harness, peer: Peer): Promise<Server> {
  const port = await freePort();
  const pool = { PEER: peer, PORT: String(port), POOL_SIZE: String(POOL_SIZES[peer]) };
  // Its tables are its own.
  const env = { ...harness.variables, ...pool, DATABASE_URL: ownerUrlOf(harness.databaseUrl) };
  return start(harness, port, ['--import', 'tsx', 'acceptance/bench/peer.ts'], env);
}

async function start(
  harness: Harness,
  port: number,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const { pid, stop } = await startProgram({ args, env, readyUrl: `http://127.0.0.1:${port}/` });
  harness.onStop(stop);
  return { pid, port };
}
