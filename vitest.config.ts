import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') };
const exclude = ['**/node_modules/**', '**/.next/**', '**/.data/**', 'e2e/**'];
const kinds = ['db', 'redis', 'app', 'crash'];

/**
 * `unit` needs nothing but Node; `db` shares one embedded PostgreSQL, started once for the run;
 * `redis` starts redis-server; `app` starts the app as processes of their own; `crash` starts and kills
 * everything for real. What measures milliseconds or kills processes runs one file at a time.
 */
const together = {
  maxWorkers: 2,
  sequence: { groupOrder: 0 },
  // Files of a worker share what they import: importing takes longer than most tests.
  isolate: false,
};
const alone = { maxWorkers: 1, sequence: { groupOrder: 1 } };
/** Tests that start processes wait more than they work. */
const waiting = { ...together, maxWorkers: 3, sequence: { groupOrder: 2 } };

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          ...together,
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...kinds.map((kind) => `**/*.${kind}.test.ts`)],
          // A build may run beside them.
          testTimeout: 20_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'redis',
          ...alone,
          include: ['**/*.redis.test.ts'],
          exclude,
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'app',
          ...waiting,
          include: ['**/*.app.test.ts'],
          exclude,
          globalSetup: ['testing/app-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'db',
          ...together,
          include: ['**/*.db.test.ts'],
          exclude,
          globalSetup: ['db/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'crash',
          ...alone,
          include: ['acceptance/**/*.crash.test.ts'],
          exclude,
          testTimeout: 240_000,
        },
      },
    ],
  },
});
