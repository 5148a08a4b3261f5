import { Rejection } from '@/lib/access/rejection';
import { settings } from '@/lib/base/env/settings';
import type { SecretBox } from '@/lib/base/sealing/secret-box';
import { consoleContext } from '@/lib/console/session/context';
import { addTarget as addTargetVerb, type NewTarget } from '@/lib/notices/add-target';
import { resend as resendVerb, sendTest as sendTestVerb } from '@/lib/notices/by-hand';
import { linkLetter } from '@/lib/notices/mail';
import type { Configurer, TargetContext, TargetInput } from '@/lib/notices/targets';
import * as targets from '@/lib/notices/targets';

/** Changes notice targets for pages. No transaction is open while another server is awaited. */

type TargetVerb<Input, Output> = (
  ctx: TargetContext,
  input: Input,
  box: SecretBox,
) => Promise<Output>;

/** Runs a verb that waits for nobody, in one transaction with its audit row. */
export function inTransaction<Input, Output>(verb: TargetVerb<Input, Output>) {
  return (by: Configurer, input: Input): Promise<Output> => {
    const { db, channels } = consoleContext();
    return db.transaction((tx) => verb({ ...by, tx }, input, channels.box));
  };
}

/** The letter that asks an address for its consent. */
export interface SentLetter {
  readonly address: string;
  readonly isSent: boolean;
}

async function sendLetter({ code, address, locale }: targets.Confirmation): Promise<SentLetter> {
  const url = new URL('/avisos/confirmar', settings().publicUrl);
  url.searchParams.set('c', code);
  const { mailer } = consoleContext().channels;
  if (mailer === undefined) return { address, isSent: false };
  const { support } = mailer;
  const letter = linkLetter('confirm', url.href, { language: locale, support });
  const sent = await mailer.send(address, letter);
  return { address, isSent: sent.result === 'delivered' };
}

/** Holds what is shown once of a new target: a webhook's secret, or whether the letter was sent. */
interface Added {
  readonly secret?: string;
  readonly letter?: SentLetter;
}

/** Throws {@link Rejection} `mail_missing`, and what the verb throws. */
export async function addTarget(by: Configurer, input: NewTarget): Promise<Added> {
  const { db, channels } = consoleContext();
  if (input.channel === 'email' && channels.mailer === undefined) {
    throw new Rejection('mail_missing', 'Set SMTP_URL to send e-mail.');
  }
  const { code, secret, address } = await addTargetVerb(db, channels, by, input);
  if (code === undefined) return secret === undefined ? {} : { secret };
  return { letter: await sendLetter({ code, address, locale: input.locale }) };
}

const renew = inTransaction(targets.renewConfirmation);

export async function renewConfirmation(by: Configurer, input: TargetInput): Promise<SentLetter> {
  return sendLetter(await renew(by, input));
}

/** Throws {@link Rejection} `test_failed` when it does not arrive, and what the verb throws. */
export async function sendTest({ own }: Configurer, input: TargetInput): Promise<void> {
  const { db, channels } = consoleContext();
  const { result } = await sendTestVerb(db, channels, { ...input, own });
  if (result !== 'delivered') throw new Rejection('test_failed', 'It did not arrive.');
}

const enable = inTransaction(targets.enableTarget);

/** Enables a target that a test reaches. Whoever unsubscribed receives nothing but a letter. */
export async function enableTarget(
  by: Configurer,
  input: TargetInput,
): Promise<SentLetter | undefined> {
  const scope = { ...input, own: by.own };
  if (!(await targets.wasUnsubscribed(consoleContext().db, scope))) await sendTest(by, input);
  const asked = await enable(by, input);
  return asked && sendLetter(asked);
}

interface Repeated extends Pick<TargetInput, 'owner' | 'id'> {
  readonly noticeId: string;
}

/** Throws {@link Rejection} `test_failed` when it does not arrive, and what the verb throws. */
export async function resend({ own }: Configurer, input: Repeated): Promise<void> {
  const { db, channels } = consoleContext();
  const { result } = await resendVerb(db, channels, { ...input, own });
  if (result !== 'delivered') throw new Rejection('test_failed', 'It did not arrive.');
}
