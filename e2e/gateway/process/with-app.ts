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
  await withApi(kind, db, run, app.url).finally(() => app.stop());
  return app.output();
}
