import { environment } from '@/e2e/environment';
import { Door } from '@/e2e/gateway/door';
import { Api } from '@/e2e/gateway/fixtures';
import { Source } from '@/e2e/gateway/source';
import { test } from './fixtures';

/** A test of the console that also asks as integrators do, by the server's own door. */
export const apiTest = test.extend<{ api: Api }>({
  api: async ({ office }, use) => {
    const env = environment();
    const door = new Door('direct', env);
    await use(new Api(door, office.db, new Source(env.simulatorUrl), env));
    await door.close();
  },
});
