import { existsSync } from 'node:fs';
import { chromium, defineConfig } from '@playwright/test';
import type { EntryPointOptions } from '@/e2e/gateway/fixtures';
import { findBrowser } from '@/testing/programs';
import { everything } from '@/testing/scope';

const GATEWAY = 'e2e/gateway';

/** Playwright's own browser where it was installed, else the system's. It reports to nobody. */
const installed = existsSync(chromium.executablePath());
const executablePath = installed ? undefined : findBrowser();
const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

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
    // The longest first. `npm run test:all` looks at each page several times.
    {
      name: 'console',
      testDir: 'e2e/console',
      // Whole cases of support, whose steps the other specs test.
      testIgnore: everything ? [] : '**/cases.spec.ts',
      timeout: everything ? 180_000 : 60_000,
      use: { browserName: 'chromium', launchOptions },
    },
    // The contract's tests run through each entry point; what concerns a process as a whole, once.
    { name: 'server', testDir: GATEWAY, timeout: 90_000, use: { entryPoint: 'server' } },
    { name: 'next', testDir: GATEWAY, testIgnore: '**/process/**', use: { entryPoint: 'next' } },
    ...(everything ? [{ name: 'fuzz', testDir: 'e2e/fuzz' }] : []),
  ],
});
