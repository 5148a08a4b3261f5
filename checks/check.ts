import type { ClauseId } from '@/lib/contract/clauses';
import type { Lookup } from '@/lib/contract/lookups';
import type { Account, Ask } from './ask';
import type { LookupUnderTest } from './lookups';

/** An answer as received. Without a status, `problem` says why there was none. */
export interface Reply {
  readonly ask: Ask;
  readonly requestId: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text as JSON; `undefined` when it is none. */
  readonly body: unknown;
  readonly problem?: string;
  readonly durationMs: number;
}

/** A broken expectation. Without clauses of its own it breaks all that the check covers. */
export interface Finding {
  /** The only clauses that it breaks. */
  readonly clauses?: readonly ClauseId[];
  /** Clauses of its place in a record, broken besides those of the check that have no place. */
  readonly places?: readonly ClauseId[];
  readonly requestId: string;
  readonly what: string;
  readonly expected: string;
  readonly came: string;
}

export type Expectation = (reply: Reply) => readonly Finding[];

/** Needs of a check besides the credentials under test. */
export type Need =
  | 'sandbox'
  | 'nit'
  | 'cui'
  | 'taxpayer'
  | 'limits'
  | 'global-limit'
  | `${LookupUnderTest['policy']}-limit`
  | Exclude<Account, 'integration'>;

/** Requests sent one after another, all at once, or the same one until the limit refuses it. */
export type Stage =
  | { readonly kind: 'one-by-one' | 'together'; readonly asks: readonly Ask[] }
  | { readonly kind: 'until-limited'; readonly ask: Ask; readonly atMost: number };

export interface Check {
  readonly title: string;
  readonly lookups: readonly Lookup[];
  readonly covers: readonly ClauseId[];
  readonly needs: readonly Need[];
  readonly stages: readonly Stage[];
  /**
   * `steady`: each request when the limits allow it. `fresh`: all at once, after waiting for
   * windows with room for everything. `none`: without regard to any limit.
   */
  readonly pace: 'steady' | 'fresh' | 'none';
  /** Checks all answers in order, and by stage. */
  readonly holds: (
    replies: readonly Reply[],
    stages: readonly (readonly Reply[])[],
  ) => readonly Finding[];
}

interface Declared {
  readonly title: string;
  readonly covers: readonly ClauseId[];
  readonly needs?: readonly Need[];
}

interface SimpleCheck extends Declared {
  readonly asks: Ask | readonly Ask[];
  /** Checks each answer. */
  readonly holds: Expectation;
}

/** Makes a check of single answers. Its title begins with the lookup. */
export function check({ asks, holds, ...declared }: SimpleCheck): Check {
  const list = isList(asks) ? asks : [asks];
  return story({
    ...declared,
    stages: [{ kind: 'one-by-one', asks: list }],
    holds: (replies) => replies.flatMap(holds),
  });
}

interface Story extends Declared, Pick<Check, 'stages' | 'holds'> {
  readonly pace?: Check['pace'];
}

/** Makes a check of answers taken together. It also needs the accounts that it asks as. */
export function story({ title, needs = [], pace = 'steady', ...declared }: Story): Check {
  const asks = declared.stages.flatMap((stage) => ('ask' in stage ? [stage.ask] : stage.asks));
  const lookups = [...new Set(asks.map(({ lookup }) => lookup.name))];
  const [only] = lookups;
  const titled = lookups.length === 1 && only !== undefined ? `${only}: ${title}` : title;
  const accounts = asks.flatMap(({ account, shown }) =>
    shown === 'foreign-token' ? [account, 'disabled' as const] : [account],
  );
  const others = accounts.filter((account) => account !== 'integration');
  return { ...declared, title: titled, needs: [...new Set([...needs, ...others])], pace, lookups };
}

/** Lists every request that a stage may send. */
export function asksOf(stage: Stage): readonly Ask[] {
  return stage.kind === 'until-limited'
    ? Array.from({ length: stage.atMost }, () => stage.ask)
    : stage.asks;
}

/** Requests that go alone and at a steady pace are sent once, however many checks declare them. */
export function isShared({ pace }: Check, { kind }: Stage): boolean {
  return pace === 'steady' && kind === 'one-by-one';
}

function isList(asks: Ask | readonly Ask[]): asks is readonly Ask[] {
  return Array.isArray(asks);
}
