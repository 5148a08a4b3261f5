import { environment } from '@/e2e/environment';
import { EntryPoint } from '@/e2e/gateway/entry-point';
import { Api } from '@/e2e/gateway/fixtures';
import { Source } from '@/e2e/gateway/source';
import { type AppKind, startApp } from '@/testing/app';

/** An app of its own with these variables besides the run's, stopped whatever happens. */
export async function withApp(
  kind: AppKind,
  variables: Record<string, string>,
  db: Api['db'],
  story: (api: Api) => Promise<void>,
): Promise<void> {
  const env = environment();
  const app = await startApp(kind, { ...env.variables, ...variables });
  const entryPoint = new EntryPoint(kind, {
    ...env,
    serverUrl: app.url,
    nextUrl: app.url,
  });
  try {
    await story(new Api(entryPoint, db, new Source(env.simulatorUrl), env));
  } finally {
    await entryPoint.close();
    await app.stop();
  }
}
