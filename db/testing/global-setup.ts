import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '@/db/migrate';
import { startTestPostgres } from '@/testing/postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly databaseUrl: string;
  }
}

/** One PostgreSQL with the schema for all database tests; each test makes its own integration. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  await migrateDatabase(server.url);
  project.provide('databaseUrl', server.url);
  return server.stop;
}
