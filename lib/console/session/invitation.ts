import { settings } from '@/lib/base/env/settings';
import { linkLetter } from '@/lib/notices/mail';
import { consoleContext } from './context';

/** The one-time link of a user, and whether it went out by e-mail. */
export interface InvitationMade {
  readonly path: string;
  readonly email: string;
  /** Absent when the service sends no e-mail. */
  readonly isSent?: boolean;
}

export function invitationOf({ code, email }: { code: string; email: string }): InvitationMade {
  return { path: `/invite#${code}`, email };
}

/** Sends the link to its user where e-mail is configured. It can be copied either way. */
export async function sendInvitation(made: InvitationMade): Promise<InvitationMade> {
  const { mailer } = consoleContext().channels;
  if (mailer === undefined) return made;
  const url = new URL(made.path, settings().publicUrl);
  const { support } = mailer;
  const letter = linkLetter('invite', url.href, { language: 'es', support });
  const { result } = await mailer.send(made.email, letter);
  return { ...made, isSent: result === 'delivered' };
}
