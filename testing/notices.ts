import type { Database, Sql } from '@/db/client';
import { addTarget } from '@/lib/notices/add-target';
import { type Channels, openChannels, type SenderSettings } from '@/lib/notices/sender';
import type { Configurer } from '@/lib/notices/targets';
import { COMMON } from './harness';
import { testPermit } from './integration';

/** What e-mail needs besides its server. */
export function mailAt(url: string) {
  const support = { email: 'ayuda@pasarela.example', phone: '2222-0000', hours: '8 a 17' };
  return { url, from: 'avisos@pasarela.example', support };
}

/** Opens channels with the key of every harness, which may send to this machine. */
export function openTestChannels(changes: Partial<SenderSettings> = {}): Channels {
  return openChannels({
    mail: undefined,
    publicUrl: undefined,
    secondFactorSecrets: [COMMON.SECOND_FACTOR_KEY],
    outbound: { networks: [], allowsLoopback: true },
    ...changes,
  });
}

/** Adds an address of e-mail, or the URL of a webhook. */
export function addTestTarget(
  db: Database,
  channels: Channels,
  owner: number | null,
  address: string,
  by: Configurer = { permit: testPermit },
) {
  const channel = address.includes('@') ? 'email' : 'webhook';
  const given = { owner, channel, address, locale: 'es' } as const;
  return addTarget(db, channels, by, given);
}

/** Lets time pass for all episodes. */
export async function passEpisodes(sql: Sql, ms: number): Promise<void> {
  const by = `${ms} milliseconds`;
  await sql`UPDATE episodes SET opened_at = opened_at - ${by}::text::interval,
    last_true_at = last_true_at - ${by}::text::interval, told_at = told_at - ${by}::text::interval,
    closed_at = closed_at - ${by}::text::interval`;
}
