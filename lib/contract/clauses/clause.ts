/** What a clause promises, in our words; or, with the reason, why no request can show it. */
export type Clause = string | { readonly says: string; readonly untestable: string };

/**
 * Clauses by id. A check of the conformance run names the clauses that it proves; the title of a
 * test that proves one starts with its id in brackets.
 */
export type Clauses = Readonly<Record<string, Clause>>;
