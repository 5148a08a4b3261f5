import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const exclude = ['**/node_modules/**', '**/.next/**', '**/.data/**', 'e2e/**'];
const kinds = ['db', 'redis', 'app', 'crash'];

/**
 * `unit` needs nothing but Node; `db` shares one embedded PostgreSQL, started once for the run;
 * `redis` starts redis-server; `app` starts the app as a process of its own.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...kinds.map((kind) => `**/*.${kind}.test.ts`)],
        },
      },
      {
        resolve: { alias },
        test: { name: 'redis', include: ['**/*.redis.test.ts'], exclude, testTimeout: 30_000 },
      },
      {
        resolve: { alias },
        test: {
          name: 'app',
          include: ['**/*.app.test.ts'],
          exclude,
          globalSetup: ['testing/build-once.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude,
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
