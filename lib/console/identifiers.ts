import type { Change } from '@/lib/audit/permit';
import { type Identifier, tailOf } from '@/lib/recording/mask';
import { type RevealInput, reveal } from '@/lib/recording/reveal';
import { writeIdentifier } from './query-view';
import { consoleVault } from './vault';

/** Opens the identifiers of one query with the vault of this process. */
export function revealIdentifiers(
  ctx: Change<'query.reveal'>,
  input: RevealInput,
): Promise<Identifier[]> {
  return reveal({ ...ctx, vault: consoleVault() }, input);
}

/** Writes an identifier for a URL: its digests and its visible end. */
export function identifierFilter(value: string): string {
  return writeIdentifier(consoleVault().keysOf(value), tailOf(value));
}
