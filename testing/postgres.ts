import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '@/db/embedded';

/** A PostgreSQL of its own for one run of tests, gone with its data afterwards. */
export interface TestPostgres {
  readonly url: string;
  readonly pid: number;
  /** Folder of the cluster, to start it again after a crash. */
  readonly folder: string;
  stop(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-postgres-'));
  const server = await startEmbeddedPostgres(folder);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, pid: server.pid, folder, stop };
}

/** An empty database beside the one of `url`; the caller migrates it if it wants a schema. */
export async function createTestDatabase(url: string, name: string): Promise<string> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(`CREATE DATABASE "${name}"`);
  } finally {
    await client.end({ timeout: 5 });
  }
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}
