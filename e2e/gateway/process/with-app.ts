import { expect } from '@playwright/test';
import { cuiNit } from '@/checks/lookups';
import { environment } from '@/e2e/environment';
import { type Api, withApi } from '@/e2e/gateway/fixtures';
import { type AppKind, startApp } from '@/testing/app';

/** Runs a test on an app of its own, with these variables besides the run's; gives what it printed. */
export async function withApp(
  kind: AppKind,
  variables: Record<string, string>,
  db: Api['db'],
  run: (api: Api) => Promise<void>,
): Promise<string> {
  const app = await startApp(kind, { ...environment().variables, ...variables });
  try {
    await expect.poll(() => delayOf(app.url), { timeout: 60_000 }).toBeLessThan(100);
    await withApi(kind, db, run, app.url);
  } finally {
    await app.stop();
  }
  return app.output();
}

/**
 * Measures an answer that spends no limit, in milliseconds. The first one loads the route, which on a
 * busy machine is an overload for a moment.
 */
async function delayOf(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await fetch(url + cuiNit.path)).arrayBuffer();
  return performance.now() - startedAt;
}
