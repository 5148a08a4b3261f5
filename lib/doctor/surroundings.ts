import { access, constants } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '@/db/client';
import type { Settings } from '@/lib/base/env/env';
import type { Credentials } from '@/lib/base/env/source-settings';
import { causeOf } from '@/lib/base/process/cause';
import { SECOND_MS } from '@/lib/base/time/time';
import { connectStore } from '@/lib/limits/limits';
import { openMailer } from '@/lib/notices/mail';
import { keyProblems, keyringsOf } from '@/lib/tasks/keyrings';
import { failed, ok, type Verdict, warning } from './check';

const TIMEOUT_MS = 5 * SECOND_MS;
const PAUSE_MS = 50;

/** Compares the keys with those that sealed stored values. Registers none. */
export async function checkKeys(db: Database, settings: Settings): Promise<Verdict> {
  const undone = new Error();
  let problems: readonly string[] = [];
  await db
    .transaction(async (tx) => {
      problems = await keyProblems(tx, keyringsOf(settings));
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return problems.length === 0 ? ok('open what is sealed') : failed(problems.join('; '));
}

export async function checkRedis(settings: Settings): Promise<Verdict> {
  const store = connectStore(settings, TIMEOUT_MS);
  if (store === undefined) return ok('none: each instance counts by itself');
  const startedAt = performance.now();
  try {
    await connected(store.ping);
    return ok(`answers in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    return warning(`does not answer (${causeOf(error)}): each instance counts by itself`);
  } finally {
    store.close();
  }
}

/** Connects to the mail server and signs in. Sends nothing. */
export async function checkMail({ mail }: Settings): Promise<Verdict> {
  if (mail === undefined) return ok('none: notices go to webhooks only');
  const mailer = openMailer(mail);
  const { host } = new URL(mail.url);
  return await mailer
    .verify()
    .then(
      () => ok(`${host} answers`),
      (error: unknown) => failed(`${host}: ${causeOf(error)}`),
    )
    .finally(mailer.close);
}

/** Checks what starts do not, or not clearly: Node only warns of a file of authorities. */
export async function checkAccess(path: string, mode: 'R_OK' | 'W_OK'): Promise<Verdict> {
  await access(path, constants[mode]);
  return ok(path);
}

/** Repeats a ping that fails because the connection is not open yet. */
async function connected(ping: () => Promise<unknown>): Promise<void> {
  const endsAt = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      await ping();
      return;
    } catch (error) {
      if (performance.now() > endsAt) throw error;
    }
    await pause(PAUSE_MS);
  }
}

/** Requests a source's base address without credentials. Any answer will do; nothing is billed. */
export async function checkSource(source: Pick<Credentials, 'url'> | undefined): Promise<Verdict> {
  if (source === undefined) return ok('simulated');
  const { statusCode, body } = await request(source.url, {
    method: 'HEAD',
    headersTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body.dump();
  return ok(`${new URL(source.url).host} answers (${statusCode})`);
}
