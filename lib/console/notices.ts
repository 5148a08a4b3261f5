import { z } from 'zod';
import { Rejection } from '@/lib/access/rejection';
import { settings } from '@/lib/base/env/settings';
import { LANGUAGES } from '@/lib/base/values/language';
import { consoleContext } from '@/lib/console/session/context';
import { text } from '@/lib/console/texts/form';
import { addTarget } from '@/lib/notices/add-target';
import { resend, sendTest } from '@/lib/notices/by-hand';
import { NOTICE_TYPES } from '@/lib/notices/kinds';
import { linkLetter } from '@/lib/notices/mail';
import {
  type Configure,
  type Configurer,
  type Confirmation,
  enableTarget,
  type Owner,
  pauseTarget,
  removeTarget,
  renewConfirmation,
  rotateSecret,
  wasUnsubscribed,
} from '@/lib/notices/targets';

/** What pages change about targets, for the staff and for integrators. */

const shown = { id: z.int32(), expected: z.int32() };

export const noticeSchema = z.discriminatedUnion('change', [
  z.object({
    change: z.literal('add'),
    channel: z.enum(['email', 'webhook']),
    address: text(500),
    locale: z.enum(LANGUAGES),
    types: z.array(z.enum(NOTICE_TYPES)),
  }),
  z.object({ change: z.enum(['pause', 'resume', 'rotate', 'remove', 'confirmAgain']), ...shown }),
  z.object({ change: z.enum(['test', 'enable']), ...shown }),
  z.object({ change: z.literal('resend'), id: z.int32(), noticeId: z.uuid() }),
]);

export type NoticeChange = z.infer<typeof noticeSchema>;

/** What the page shows afterwards. */
export interface NoticeChanged {
  /** Secret of a webhook, shown once. */
  readonly secret?: string;
  /** The address that is to be confirmed, and whether its link was sent. */
  readonly letter?: Confirmation;
  readonly isSent?: boolean;
}

/**
 * Makes a change in its transaction. What waits for other servers belongs to {@link sendAfter}. Throws
 * what the verbs throw.
 */
export async function changeNotices(
  ctx: Configure,
  owner: Owner,
  input: NoticeChange,
): Promise<NoticeChanged> {
  const { box } = consoleContext().channels;
  switch (input.change) {
    case 'pause':
    case 'resume':
      await pauseTarget(ctx, { ...input, owner, pause: input.change === 'pause' });
      return {};
    case 'rotate':
      return rotateSecret(ctx, { ...input, owner }, box);
    case 'remove':
      await removeTarget(ctx, { ...input, owner }, box);
      return {};
    case 'confirmAgain':
      return { letter: await renewConfirmation(ctx, { ...input, owner }, box) };
    default:
      return {};
  }
}

/**
 * Does what waits for other servers, outside the transaction of a change. Throws {@link Rejection}
 * `test_failed` and `mail_missing`, and what the verbs throw.
 */
export async function sendAfter(
  by: Configurer,
  owner: Owner,
  input: NoticeChange,
  changed: NoticeChanged,
): Promise<NoticeChanged> {
  const { db, channels } = consoleContext();
  const scope = { owner, own: by.own };
  if (input.change === 'add') return add(by, owner, input);
  if (changed.letter !== undefined) return sendLetter(changed.letter);
  if (input.change === 'resend') {
    const { result } = await resend(db, channels, { ...input, ...scope });
    if (result !== 'delivered') throw new Rejection('test_failed', 'It did not arrive.');
  }
  if (input.change !== 'test' && input.change !== 'enable') return changed;
  const target = { ...input, ...scope };
  const isUnsubscribed = input.change === 'enable' && (await wasUnsubscribed(db, target));
  // Whoever unsubscribed receives nothing but the link.
  if (!isUnsubscribed) {
    const { result } = await sendTest(db, channels, target);
    if (result !== 'delivered') throw new Rejection('test_failed', 'It did not arrive.');
  }
  if (input.change === 'test') return changed;
  const { letter } = await db.transaction((tx) =>
    enableTarget({ ...by, tx }, target, channels.box),
  );
  return letter === undefined ? changed : sendLetter(letter);
}

async function add(
  by: Configurer,
  owner: Owner,
  { types, ...input }: Extract<NoticeChange, { change: 'add' }>,
): Promise<NoticeChanged> {
  const { db, channels } = consoleContext();
  if (input.channel === 'email' && channels.mailer === undefined) {
    throw new Rejection('mail_missing', 'Set SMTP_URL to send e-mail.');
  }
  const chosen = types.length === 0 ? undefined : types;
  const added = await addTarget(db, channels, by, { ...input, owner, types: chosen });
  const { code, secret, address } = added;
  if (code !== undefined) return sendLetter({ code, address, locale: input.locale });
  return secret === undefined ? {} : { secret };
}

/** Sends the link of an address. The code itself stays here. */
async function sendLetter(letter: Confirmation): Promise<NoticeChanged> {
  const { channels } = consoleContext();
  const url = new URL('/avisos/confirmar', settings().publicUrl);
  url.searchParams.set('c', letter.code);
  const sent = await channels.mailer?.send(
    letter.address,
    linkLetter('confirm', url.href, letter.locale),
  );
  return { letter: { ...letter, code: '' }, isSent: sent?.result === 'delivered' };
}
