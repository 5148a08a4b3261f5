import { defineConfig } from '@playwright/test';
import type { EntryPointOptions } from '@/e2e/gateway/fixtures';
import { launchOptions } from '@/testing/browser';
import { everything } from '@/testing/scope';

/**
 * The contract's tests run once per entry point: `npm start` and plain `next start`. What concerns a
 * process as a whole runs once.
 */
const everyEntryPoint = { testDir: 'e2e/gateway', testIgnore: '**/process/**' };

const browser = { browserName: 'chromium' as const, launchOptions };

export default defineConfig<EntryPointOptions>({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 30_000,
  // A busy machine draws a page in more than the usual five seconds.
  expect: { timeout: 15_000 },
  reporter: [['dot']],
  projects: [
    { name: 'server', ...everyEntryPoint, use: { entryPoint: 'server' } },
    { name: 'next', ...everyEntryPoint, use: { entryPoint: 'next' } },
    // Each starts an app of its own.
    { name: 'process', testDir: 'e2e/gateway/process', timeout: 90_000 },
    // `npm run test:all` adds generated requests, and looks at each page several times.
    ...(everything ? [{ name: 'fuzz', testDir: 'e2e/fuzz' }] : []),
    {
      name: 'console',
      testDir: 'e2e/console',
      timeout: everything ? 180_000 : 60_000,
      use: browser,
    },
  ],
});
