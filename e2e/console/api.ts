import { environment } from '@/e2e/environment';
import { EntryPoint } from '@/e2e/gateway/entry-point';
import { Api } from '@/e2e/gateway/fixtures';
import { Source } from '@/e2e/gateway/source';
import { test } from './fixtures';

/** A test of the console that also asks as integrators do, by the server's own entryPoint. */
export const apiTest = test.extend<{ api: Api }>({
  api: async ({ office }, use) => {
    const env = environment();
    const entryPoint = new EntryPoint('server', env);
    await use(new Api(entryPoint, office.db, new Source(env.simulatorUrl), env));
    await entryPoint.close();
  },
});
