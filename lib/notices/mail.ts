import { createTransport } from 'nodemailer';
import type { SupportContact } from '@/lib/base/env/env';
import { SECOND_MS } from '@/lib/base/time/time';
import { escaped } from '@/lib/base/values/html';
import { fill, type Language } from '@/lib/base/values/language';
import { serviceTexts } from '@/texts/service';
import { oneLine, type Written, write } from './texts';
import type { Attempt, Message } from './webhook';

/** Sends notices by e-mail. Nobody reads what comes back to the sender's address. */

const MAX_SERVER_MS = 10 * SECOND_MS;

/** An e-mail without its envelope. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Link that ends all e-mail to this address. */
  readonly unsubscribe?: string;
}

interface Links {
  /** Address of the service. */
  readonly base: string;
  readonly isStaff: boolean;
  readonly unsubscribe: string;
  readonly support: SupportContact;
}

export interface MailSettings {
  readonly url: string;
  readonly from: string;
  /** Whom every e-mail names for questions, because nobody reads answers to it. */
  readonly support: SupportContact;
}

/** Pages that explain notices, by the noun of their type: to integrators, and to the staff. */
const PAGES: Readonly<Record<string, readonly [integrator: string, staff: string]>> = {
  balance: ['/integracion/saldo', '/console/integrations?state=exhausted'],
  cap: ['/integracion/saldo', '/console/integrations'],
  tariff: ['/integracion/saldo', '/console/integrations'],
  refund: ['/integracion/saldo', '/console/refunds'],
  source: ['/estado', '/console'],
  incident: ['/estado', '/console/incidents'],
  ledger: ['/integracion', '/console/statistics'],
  audit: ['/integracion', '/console/audit'],
  endpoint: ['/integracion/avisos', '/console/notices'],
  test: ['/integracion/avisos', '/console/notices'],
};
const HOMES = ['/integracion', '/console'] as const;

function pageOf(type: string, isStaff: boolean): string {
  const [noun = ''] = type.split('.');
  return (PAGES[noun] ?? HOMES)[isStaff ? 1 : 0];
}

const NAME_PATTERN = /^[a-z0-9._-]+$/;

/** Writes one e-mail for all notices that are due. */
export function letterOf(
  messages: readonly Message[],
  language: Language,
  { base, isStaff, unsubscribe, support }: Links,
): Letter {
  const words = serviceTexts[language].mail;
  const parts = messages.map(({ type, data }) => {
    return { ...write(type, data, language), data, page: pageOf(type, isStaff) };
  });
  const [first, ...others] = parts;
  const about =
    others.length > 0 || first === undefined
      ? fill(words.many, { count: parts.length })
      : first.subject;
  const names = new Set(parts.flatMap(({ data }) => nameIn(data)));
  const [name] = names;
  const subject = names.size === 1 ? `${about}: ${name}` : about;
  // The first notice of a page names its link.
  const linked = parts.filter(({ page }, n) => parts.findIndex((one) => one.page === page) === n);
  const links = [
    ...linked.map(({ page, subject: of }) => ({
      text: linked.length === 1 ? words.page : `${words.page} (${of})`,
      url: new URL(page, base).href,
    })),
    { text: words.unsubscribe, url: unsubscribe },
  ];
  const small = [words.why, helpIn(language, support)];
  return { ...layOut(parts, small, links), subject: oneLine(subject), unsubscribe };
}

/** Writes the e-mail that asks a new address for its consent, or gives somebody access by a link. */
export function linkLetter(
  about: 'confirm' | 'invite',
  url: string,
  { language, support }: { readonly language: Language; readonly support: SupportContact },
): Letter {
  const { subject, sentences, link } = serviceTexts[language].mail[about];
  const small = [helpIn(language, support)];
  return { ...layOut([{ subject, sentences }], small, [{ text: link, url }]), subject };
}

function helpIn(language: Language, support: SupportContact): string {
  return fill(serviceTexts[language].mail.help, support);
}

/** Name of the integration, when it is one. */
function nameIn(data: unknown): string[] {
  const name = Object.entries(data ?? {}).find(([field]) => field === 'integration')?.[1];
  return typeof name === 'string' && NAME_PATTERN.test(name) ? [name] : [];
}

interface Link {
  readonly text: string;
  readonly url: string;
}

function layOut(parts: readonly Written[], small: readonly string[], links: readonly Link[]) {
  const text = [
    ...parts.map(({ subject, sentences }) => [subject, ...sentences].join('\n')),
    ...small,
    ...links.map((link) => `${link.text}: ${link.url}`),
  ].join('\n\n');
  const html = [
    '<!doctype html><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<div style="max-width:36rem;margin:0 auto;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:#1c2330">',
    ...parts.map(
      ({ subject, sentences }) =>
        `<h1 style="font-size:1.125rem;margin:1.25rem 0 .25rem">${escaped(subject)}</h1>` +
        sentences.map((sentence) => `<p style="margin:.25rem 0">${escaped(sentence)}</p>`).join(''),
    ),
    '<hr style="border:0;border-top:1px solid #d5dae3;margin:1.5rem 0 1rem">',
    ...small.map(
      (sentence) => `<p style="font-size:.875rem;color:#5a6372">${escaped(sentence)}</p>`,
    ),
    ...links.map(
      ({ text: label, url }) =>
        `<p style="margin:.5rem 0"><a href="${escaped(url)}" style="color:#1b57b8">${escaped(label)}</a></p>`,
    ),
    '</div>',
  ].join('\n');
  return { text: `${text}\n`, html };
}

/** `ours`: the server refused us or did not answer, so no recipient is to blame. */
export type MailAttempt = Omit<Attempt, 'result'> & { readonly result: Attempt['result'] | 'ours' };

export interface Mailer extends Pick<MailSettings, 'support'> {
  /** Makes one attempt. Never throws. */
  readonly send: (to: string, letter: Letter) => Promise<MailAttempt>;
  /** Connects and signs in. */
  readonly verify: () => Promise<unknown>;
  readonly close: () => void;
}

/** Opens a pool of connections to the server, at first use. */
export function openMailer({ url, from, support }: MailSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: MAX_SERVER_MS,
    greetingTimeout: MAX_SERVER_MS,
    socketTimeout: MAX_SERVER_MS,
    dnsTimeout: MAX_SERVER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    support,
    verify: () => transport.verify(),
    close: () => transport.close(),
    send: async (to, { unsubscribe, ...letter }) => {
      try {
        await transport.sendMail({
          ...letter,
          from: { name: 'Pasarela', address: from },
          to: { name: '', address: to },
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe && {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
        return { result: 'delivered', status: 250, error: null };
      } catch (error) {
        return attemptOf(error);
      }
    },
  };
}

function attemptOf(error: unknown): MailAttempt {
  const { code, command, responseCode } = Object(error) as Readonly<Record<string, unknown>>;
  const status = typeof responseCode === 'number' ? responseCode : null;
  if (code === 'EAUTH') return { result: 'ours', status, error: 'sign_in' };
  if (status === null) return { result: 'ours', status, error: 'server' };
  if (command === 'RCPT TO') {
    return status >= 500
      ? { result: 'rejected', status, error: 'rejected' }
      : { result: 'hold', status, error: 'deferred' };
  }
  if (command === 'DATA') return { result: 'hold', status, error: 'deferred' };
  return { result: 'ours', status, error: 'sender' };
}
