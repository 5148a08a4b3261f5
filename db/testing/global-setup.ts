import type { TestProject } from 'vitest/node';
import {
  createTestDatabase,
  migrateTestDatabase,
  startTestPostgres,
  TEMPLATE,
} from '@/testing/postgres';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly databaseUrl: string;
  }
}

/** Starts one PostgreSQL for all database tests, with a template and the database they share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  try {
    await migrateTestDatabase(await createTestDatabase(server.url, TEMPLATE));
    project.provide('databaseUrl', await createTestDatabase(server.url, 'shared', TEMPLATE));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server.stop;
}
