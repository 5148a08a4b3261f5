import sections from './clauses.json' with { type: 'json' };

/** The promise of a clause, or the reason why no request can prove it. */
export type Clause = string | { readonly says: string; readonly untestable: string };

type KeysOf<Section> = Section extends unknown ? keyof Section : never;

/**
 * Names a clause. A check of the conformance run names the clauses that it covers; the title of a
 * test that covers one starts with its id in brackets.
 */
export type ClauseId = KeysOf<(typeof sections)[keyof typeof sections]>;

/** Every clause by section: the contract's in its order, then the decisions where it is silent. */
export { sections };

export const clauses: ReadonlyMap<string, Clause> = new Map(
  Object.values(sections).flatMap((section) => Object.entries<Clause>(section)),
);
