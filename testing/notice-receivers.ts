import { z } from 'zod';
import { closeAfterwards } from './afterwards';
import { startProgram } from './program';

const receivedSchema = z.object({
  mail: z.array(
    z.object({
      to: z.string(),
      from: z.string(),
      subject: z.string(),
      headers: z.record(z.string(), z.string()),
      text: z.string(),
      html: z.string(),
    }),
  ),
  webhooks: z.array(
    z.object({ path: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  ),
});

const POLL_MS = 50;
const START_TIMEOUT_MS = 60_000;

/** Starts the simulator's receivers of webhooks and e-mail in a process of their own. */
export async function startReceivers() {
  const program = await startProgram({
    args: ['--import', 'tsx', 'simulator/main.ts', '--port', '0'],
  });
  closeAfterwards(() => program.kill());
  const find = async (pattern: RegExp) => {
    const until = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < until) {
      const [, found] = pattern.exec(program.output()) ?? [];
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`The receivers did not start: ${program.output()}`);
  };
  const url = await find(/Simulated sources on (\S+)/);
  const control = `${url}/_control/notices`;
  return {
    url,
    smtpUrl: await find(/SMTP_URL=(\S+)/),
    /** Address that answers as the path says: `ok`, `status/503`, `hang`, `reset`. */
    webhook: (path: string) => `${url}/webhook/${path}`,
    received: async () => receivedSchema.parse(await (await fetch(control)).json()),
    reset: () => fetch(control, { method: 'DELETE' }),
    kill: () => program.kill(),
  };
}
