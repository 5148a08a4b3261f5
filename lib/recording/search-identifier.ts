import { Rejection } from '@/lib/access/rejection';
import { ALL_QUERIES } from '@/lib/audit/changes';
import { countSince } from '@/lib/audit/count';
import { type Change, writeAudit } from '@/lib/audit/write';
import { MINUTE_MS } from '@/lib/base/time/time';
import { findSealedRecord } from './find';
import type { IdentifierVault } from './identifiers';
import { tailOf } from './mask';

const SEARCHES_PER_MINUTE = 30;

/** An identifier to search for, or the id of a query that asked for it. */
export type SearchInput = { readonly identifier: string } | { readonly query: string };

export interface SearchedIdentifier {
  /** Its digests; any of them may match. */
  readonly keys: readonly bigint[];
  /** Its visible end. */
  readonly tail: string;
}

/**
 * Returns the digests that find an identifier. The audit log keeps the first, so that guesses leave
 * a trace without the identifier. Throws {@link Rejection} `query_not_found`, or `too_many_searches`
 * from the 31st search of a user within a minute.
 */
export async function searchIdentifier(
  ctx: Change<'query.search_identifier'> & { readonly vault: IdentifierVault },
  input: SearchInput,
): Promise<SearchedIdentifier> {
  const searched = await searchedBy(ctx, input);
  const [digest = 0n] = searched.keys;
  await writeAudit(ctx, 'query.search_identifier', {
    target: ALL_QUERIES,
    after: {
      digest: BigInt.asUintN(64, digest).toString(16).padStart(16, '0'),
      ...('query' in input ? { query: input.query } : {}),
    },
  });
  const since = new Date(Date.now() - MINUTE_MS);
  if ((await countSince(ctx, 'query.search_identifier', since)) > SEARCHES_PER_MINUTE) {
    throw new Rejection('too_many_searches', `At most ${SEARCHES_PER_MINUTE} searches a minute.`);
  }
  return searched;
}

async function searchedBy(
  { tx, vault }: { readonly vault: IdentifierVault } & Pick<Change<never>, 'tx'>,
  input: SearchInput,
): Promise<SearchedIdentifier> {
  if ('identifier' in input) {
    return { keys: vault.keysOf(input.identifier), tail: tailOf(input.identifier) };
  }
  const record = await findSealedRecord(tx, input.query);
  if (record === undefined)
    throw new Rejection('query_not_found', `There is no query ${input.query}.`);
  const [keys = []] = vault.keysOfRecord(record);
  return { keys, tail: '' };
}
