import { z } from 'zod';
import { DEFAULT_TOKENS } from '@/simulator/server';
import { type Harness, startHarness } from '@/testing/harness';
import { IDENTIFIERS_KEY, publishEnvironment } from './environment';
import { logProblems } from './log-check';

/** Short, so that a silent source costs little; long enough for the slow one of the sandbox. */
const SOURCE_TIMEOUT_MS = '3000';

const receiverSchema = z.object({ smtpUrl: z.string() });

/** Starts database, simulator and the app twice; the result stops them and reads their logs. */
export default async function setup(): Promise<() => Promise<void>> {
  const harness = await startHarness({
    APP_ENV: 'development',
    TRUSTED_PROXY_HOPS: '1',
    SOURCE_TIMEOUT_MS,
    // One test asks for every page in a minute; the limit has a test of its own.
    LIMIT_PAGES: '100000',
    IDENTIFIERS_KEY,
    PROOF_KEY: 'only-for-the-proofs-of-tests-9182736450',
  });
  return start(harness).catch(harness.fail);
}

async function start(harness: Harness): Promise<() => Promise<void>> {
  const noticesUrl = `${harness.sourceUrl}/_control/notices`;
  const { smtpUrl } = receiverSchema.parse(await (await fetch(noticesUrl)).json());
  const mail = { SMTP_URL: smtpUrl, MAIL_FROM: 'avisos@pasarela.example' };
  const server = { ...mail, NOTICE_CATCHER_URL: noticesUrl };
  const apps = await Promise.all([
    harness.startApp(server, 'server'),
    harness.startApp({}, 'next'),
  ]);
  const [started, next] = apps;
  publishEnvironment({
    databaseUrl: harness.databaseUrl,
    simulatorUrl: harness.sourceUrl,
    serverUrl: started.url,
    nextUrl: next.url,
    variables: harness.variables,
  });
  return async () => {
    try {
      await Promise.all(apps.map((app) => app.stop()));
      const printed = apps.flatMap((app) => logProblems(app.output(), DEFAULT_TOKENS));
      const problems = [...(await harness.ledgerProblems()), ...printed];
      if (problems.length > 0) throw new Error(`The run left behind:\n${problems.join('\n')}`);
    } finally {
      await harness.stop();
    }
  };
}
