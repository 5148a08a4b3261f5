import type { Database } from '@/db/client';
import { Slots } from '@/lib/base/process/slots';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import type { Logger } from '@/lib/base/telemetry/log';
import { MINUTE_MS, SECOND_MS } from '@/lib/base/time/time';
import { claimTargets, type Due, dueOf, release, type Target } from './claim';
import { finish } from './finish';
import { letterOf, type MailAttempt, type Mailer, type MailSettings, openMailer } from './mail';
import { type OutboundRules, outboundAgent } from './outbound';
import { openSecrets, SEALED_SECRETS } from './secrets';
import { unsubscribeUrl } from './unsubscribe';
import { sendWebhook } from './webhook';

/** Targets that are served at the same time. */
const MAX_AT_ONCE = 8;
/** Pause of all e-mail after our own server has refused us. */
const MAIL_PAUSE_MS = 5 * MINUTE_MS;
/** After this time a target gives its turn to others. */
const TURN_MS = 30 * SECOND_MS;

export interface SenderSettings {
  readonly mail: MailSettings | undefined;
  readonly outbound: OutboundRules;
  readonly secondFactorSecrets: readonly string[];
  /** Where links of e-mails lead. */
  readonly publicUrl: string | undefined;
}

/** What sends: one agent and one pool of connections for the process. */
export interface Channels extends Pick<SenderSettings, 'outbound'> {
  readonly box: SecretBox;
  /** Names that are being resolved, one at a time for each actor. */
  readonly resolving: Slots;
  readonly attempt: (target: Target, due: Due) => Promise<MailAttempt>;
  readonly mailer: Mailer | undefined;
  readonly close: () => Promise<void>;
}

export function openChannels({
  mail,
  outbound,
  secondFactorSecrets,
  publicUrl = '',
}: SenderSettings): Channels {
  const box = new SecretBox(secondFactorSecrets, SEALED_SECRETS);
  const dispatcher = outboundAgent(outbound);
  const mailer = mail && openMailer(mail);
  const resolving = new Slots({ max: 50, maxPerKey: 1, maxWaiting: 0, waitMs: 0 });
  return {
    box,
    outbound,
    resolving,
    mailer,
    attempt: async (target, { at, messages }) => {
      const [message] = messages;
      if (target.channel === 'webhook' && message !== undefined) {
        const secrets = openSecrets(box, target);
        if (secrets.length === 0) return { result: 'retry', status: null, error: 'secret' };
        return sendWebhook(message, {
          url: target.address,
          secrets,
          dispatcher,
          rules: outbound,
          at,
        });
      }
      if (mailer === undefined) return { result: 'ours', status: null, error: 'server' };
      const unsubscribe = unsubscribeUrl(publicUrl, secondFactorSecrets, target.id);
      const letter = letterOf(messages, target.locale, {
        base: publicUrl,
        support: mailer.support,
        isStaff: target.integrationId === null,
        unsubscribe,
      });
      return mailer.send(target.address, letter);
    },
    close: async () => {
      mailer?.close();
      await dispatcher.destroy();
    },
  };
}

interface Parts {
  readonly db: Database;
  readonly channels: Channels;
  readonly log: Logger;
  /** Called after each attempt. */
  readonly onAttempt?: (channel: Target['channel'], result: string) => void;
  /** Called with what stops the turn of a target. */
  readonly onFailure: (error: unknown) => void;
}

/** Sends what is due. Any number of senders may run beside one another. */
export class Sender {
  readonly #parts: Parts;
  readonly #working = new Set<Promise<void>>();
  #mailPausedUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Claims targets and begins to serve them. Returns how many. */
  async claim(): Promise<number> {
    const max = MAX_AT_ONCE - this.#working.size;
    if (max <= 0) return 0;
    const { db, channels } = this.#parts;
    const hasMail = channels.mailer !== undefined && performance.now() >= this.#mailPausedUntil;
    const targets = await claimTargets(db, {
      max,
      channels: hasMail ? ['webhook', 'email'] : ['webhook'],
    });
    for (const target of targets) {
      const work = this.#serve(target)
        .catch(this.#parts.onFailure)
        .finally(() => this.#working.delete(work));
      this.#working.add(work);
    }
    return targets.length;
  }

  /** Waits for everything that has begun. */
  async idle(): Promise<void> {
    await Promise.all(this.#working);
  }

  /** Sends one after the other, as long as the target takes them. */
  async #serve(target: Target): Promise<void> {
    const { db } = this.#parts;
    const turnEnds = performance.now() + TURN_MS;
    while (performance.now() < turnEnds) {
      const due = await dueOf(db, target);
      if (due === undefined || !(await this.#send(target, due))) break;
    }
    await release(db, target);
  }

  async #send(target: Target, due: Due): Promise<boolean> {
    const { db, channels, log, onAttempt } = this.#parts;
    const started = performance.now();
    const attempt = await channels.attempt(target, due);
    const durationMs = performance.now() - started;
    const { result, status, error } = attempt;
    onAttempt?.(target.channel, result);
    const noticeIds = due.messages.map(({ id }) => id);
    for (const id of noticeIds) {
      const facts = { target: target.id, status, error, ms: Math.round(durationMs) };
      log.info({ event: 'notice_delivery', id, result, ...facts });
    }
    if (result === 'ours') {
      this.#mailPausedUntil = performance.now() + MAIL_PAUSE_MS;
      log.error({ event: 'mail_refused', status, error });
    }
    return finish(db, { target, noticeIds, attempt, durationMs });
  }
}
