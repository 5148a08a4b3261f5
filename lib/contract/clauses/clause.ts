/** What a clause promises, in our words; or, with the reason, why no request can show it. */
export type Clause = string | { readonly says: string; readonly untestable: string };

/**
 * Clauses by id. A test that proves one carries its id in brackets at the front of its title; a check
 * of the conformance run names it.
 */
export type Clauses = Readonly<Record<string, Clause>>;
