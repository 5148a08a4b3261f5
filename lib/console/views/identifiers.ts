import { z } from 'zod';
import type { Database } from '@/db/client';
import { actorsWith } from '@/lib/audit/count';
import type { Change } from '@/lib/audit/write';
import { settings } from '@/lib/base/env/settings';
import { SecretBox } from '@/lib/base/sealing/secret-box';
import { dayOf, startOfDay } from '@/lib/base/time/guatemala';
import { parseJson } from '@/lib/base/values/json';
import { consoleContext, consoleSecret } from '@/lib/console/session/context';
import { type Revealed, type RevealInput, reveal } from '@/lib/recording/reveal';
import {
  type SearchedIdentifier,
  type SearchInput,
  searchIdentifier,
} from '@/lib/recording/search-identifier';
import { consoleVault } from './vault';

/** Opens the identifiers of one query with the vault of this process. */
export async function revealIdentifiers(
  ctx: Change<'query.reveal'>,
  input: RevealInput,
): Promise<Revealed> {
  const perDay = settings().revealsPerDay;
  const revealed = await reveal({ ...ctx, vault: consoleVault(), perDay }, input);
  if (revealed.left === 0) {
    consoleContext().log.warn({ event: 'reveals_used_up', user: ctx.permit.actor, perDay });
  }
  return revealed;
}

/** Lists who has shown as many identifiers today as a user may. */
export function revealsUsedUp(db: Database): Promise<string[]> {
  const since = startOfDay(dayOf(new Date()));
  return actorsWith(db, 'query.reveal', { since, rows: Math.max(1, settings().revealsPerDay) });
}

interface SearchContext extends Change<'query.search_identifier'> {
  /** The session's number, which stays when its id is renewed. */
  readonly session: { readonly sessionNumber: number };
}

/** Records a search and returns the identifier as the URLs of this session carry it. */
export async function findIdentifier(ctx: SearchContext, input: SearchInput): Promise<string> {
  const searched = await searchIdentifier({ ...ctx, vault: consoleVault() }, input);
  return writeIdentifier(searched, ctx.session);
}

const sealedSchema = z.object({
  keys: z.array(
    z
      .string()
      .regex(/^-?\d{1,20}$/)
      .transform(BigInt),
  ),
  tail: z.string(),
});

function identifierBox(): SecretBox {
  return new SecretBox([consoleSecret()], { purpose: 'identifier in a URL', column: 'session' });
}

/** Seals an identifier for the URLs of one session, so that each guess costs a recorded search. */
export function writeIdentifier(
  { keys, tail }: SearchedIdentifier,
  { sessionNumber }: SearchContext['session'],
): string {
  const content = JSON.stringify({ keys: keys.map(String), tail });
  return identifierBox().seal(content, String(sessionNumber)).toString('base64url');
}

/** Reads an identifier of a URL. One of another session has no digest, so it finds nothing. */
export function readIdentifier(
  text: string | undefined,
  { sessionNumber }: SearchContext['session'],
): SearchedIdentifier | undefined {
  if (text === undefined) return undefined;
  const content = identifierBox().open(Buffer.from(text, 'base64url'), String(sessionNumber));
  const sealed = sealedSchema.safeParse(parseJson(content ?? ''));
  return sealed.success ? sealed.data : NOTHING;
}

const NOTHING: SearchedIdentifier = { keys: [], tail: '' };
