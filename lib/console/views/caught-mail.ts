import { request } from 'undici';
import { z } from 'zod';
import { settings } from '@/lib/base/env/settings';
import { SECOND_MS } from '@/lib/base/time/time';

const MAX_SHOWN = 20;

const caughtSchema = z.object({
  mail: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })),
});

/** Reads what the mail catcher of development received, newest first; undefined without one. */
export async function caughtMail() {
  const { noticeCatcherUrl } = settings();
  if (noticeCatcherUrl === undefined) return undefined;
  const signal = AbortSignal.timeout(SECOND_MS);
  const answer = await request(noticeCatcherUrl, { signal }).catch(() => undefined);
  if (answer === undefined) return undefined;
  const { mail } = caughtSchema.parse(await answer.body.json());
  return mail
    .map((one, key) => ({ key, ...one }))
    .slice(-MAX_SHOWN)
    .reverse();
}
