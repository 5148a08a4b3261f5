import { visible } from '@/lib/base/values/text';
import type { Identifiers, IdentifierVault, SealedRecord } from './identifiers';

/** An identifier of a query and its kind, `nit` or `cui`. */
export interface Identifier {
  readonly kind: string;
  readonly value: string;
}

/** A masked identifier: `●●●638`. */
export interface MaskedIdentifier {
  readonly kind: string;
  readonly masked: string;
}

/** The masked identifiers, unless retention `removed` them or no key opens them (`locked`). */
export type MaskedIdentifiers = readonly MaskedIdentifier[] | 'removed' | 'locked';

type SealedIdentifiers = Pick<SealedRecord, 'id' | 'identifiers'>;

/** Replaces the sealed identifiers of a record with masked ones. */
export function withMasked<R extends SealedIdentifiers>(
  vault: IdentifierVault,
  record: R,
): Omit<R, 'identifiers'> & { readonly identifiers: MaskedIdentifiers } {
  return { ...record, identifiers: maskedOf(vault, record) };
}

function maskedOf(
  vault: IdentifierVault,
  { id, identifiers: sealed }: SealedIdentifiers,
): MaskedIdentifiers {
  if (sealed === null) return 'removed';
  const identifiers = vault.open(sealed, id);
  if (identifiers === undefined) return 'locked';
  return listOf(identifiers).map(({ kind, value }) => ({ kind, masked: masked(tailOf(value)) }));
}

/** Masks each identifier of a query in its place. */
export function maskedIdentifiers(identifiers: Identifiers): Identifiers {
  const mask = (value: string) => masked(tailOf(value));
  const entries = Object.entries(identifiers).map(
    ([name, given]) => [name, typeof given === 'string' ? mask(given) : given.map(mask)] as const,
  );
  return Object.fromEntries(entries);
}

/** Lists the identifiers of a query in the order in which they were sent, for people to read. */
export function valuesOf(identifiers: Identifiers): Identifier[] {
  return listOf(identifiers).map(({ kind, value }) => ({ kind, value: visible(value) }));
}

function listOf(identifiers: Identifiers): Identifier[] {
  return Object.entries(identifiers).flatMap(([name, given]) => {
    const kind = name === 'nits' ? 'nit' : name;
    return [given].flat().map((value) => ({ kind, value }));
  });
}

/** Returns the last characters: enough to tell values apart, too few to identify one. */
export function tailOf(value: string): string {
  const characters = [...value.replace(/[\s\-.]/g, '')];
  const length = tailLength(characters.length);
  return length === 0 ? '' : characters.slice(-length).join('');
}

/** Returns four for a CUI, three for a NIT, and never more than half of the length. */
function tailLength(length: number): number {
  if (length >= 10) return 4;
  return length >= 6 ? 3 : Math.floor(length / 3);
}

export function masked(tail: string): string {
  return `●●●${visible(tail)}`;
}
