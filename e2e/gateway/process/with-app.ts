import { environment } from '@/e2e/environment';
import { Door } from '@/e2e/gateway/door';
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
  const door = new Door(kind === 'next' ? 'next' : 'direct', {
    ...env,
    serverUrl: app.url,
    nextUrl: app.url,
  });
  try {
    await story(new Api(door, db, new Source(env.simulatorUrl), env));
  } finally {
    await door.close();
    await app.stop();
  }
}
