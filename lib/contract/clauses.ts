import type { Clause } from './clauses/clause';
import { decisions, sources } from './clauses/decisions';
import { errors } from './clauses/errors';
import { limits } from './clauses/limits';
import { requests } from './clauses/requests';
import { resources } from './clauses/resources';
import { service } from './clauses/service';

/** Every clause by section: the contract's in its order, then the decisions where it is silent. */
export const sections = {
  'What the service does': service,
  'Resources and their fields': resources,
  'Endpoints and authentication': requests,
  Errors: errors,
  Limits: limits,
  'What the contract leaves open': decisions,
  Sources: sources,
} as const;

type KeysOf<Section> = Section extends unknown ? keyof Section : never;
export type ClauseId = KeysOf<(typeof sections)[keyof typeof sections]>;

export const clauses: ReadonlyMap<string, Clause> = new Map(
  Object.values(sections).flatMap((section) => Object.entries<Clause>(section)),
);
