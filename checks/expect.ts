import { isJsonObject } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Expectation, Finding, Reply } from './check';
import { differences } from './differences';
import { cameInstead, finding, shown } from './finding';
import { clausesAt } from './places';

/** Expectations of an answer. A wrong status is reported alone. */

export function status(expected: number): Expectation {
  return (reply) =>
    reply.status === expected ? [] : [finding(reply, 'status', expected, cameInstead(reply))];
}

/** Expects the status and, only when it is right, the rest. */
export function statusThen(expected: number, rest: Expectation): Expectation {
  return (reply) => (reply.status === expected ? rest(reply) : status(expected)(reply));
}

/** Expects a failure with the contract's text under the one key of its family. */
export function failure(expected: number, text: string): Expectation {
  return statusThen(expected, (reply) => [
    ...oneKey(reply),
    ...(textOf(reply) === text ? [] : [finding(reply, errorKey(reply), text, textOf(reply))]),
  ]);
}

/** Expects a failure whose text the contract leaves open. */
export function failureOfAnyText(expected: number): Expectation {
  return statusThen(expected, oneKey);
}

function errorKey({ ask }: Reply): 'error' | 'message' {
  return ask.lookup.kind === 'registry' ? 'error' : 'message';
}

function textOf(reply: Reply): unknown {
  return isJsonObject(reply.body) ? reply.body[errorKey(reply)] : undefined;
}

function oneKey(reply: Reply): Finding[] {
  const key = errorKey(reply);
  const text = textOf(reply);
  const isAlone = isJsonObject(reply.body) && Object.keys(reply.body).length === 1;
  if (isAlone && typeof text === 'string' && text !== '') return [];
  const places: ClauseId[] =
    key === 'error'
      ? ['errors.body.registries']
      : ['errors.body.catalogos', 'endpoints.catalog.error-key'];
  return [{ ...finding(reply, 'body', `{"${key}": a text}`, reply.text), places }];
}

/** Expects exactly this body. */
export function body(expected: unknown): Expectation {
  return (reply) => mismatches(reply, expected).map(({ found }) => found);
}

/** Expects exactly this body. Each difference breaks the clauses about its place. */
export function record(expected: unknown): Expectation {
  return (reply) =>
    mismatches(reply, expected).map(({ found, difference }) => ({
      ...found,
      places: clausesAt(reply.ask.lookup.name, difference),
    }));
}

function mismatches(reply: Reply, expected: unknown) {
  return differences(expected, reply.body).map((difference) => {
    const what = difference.path || 'body';
    return { difference, found: finding(reply, what, difference.expected, difference.came) };
  });
}

export function textContains(fragment: string): Expectation {
  return (reply) =>
    reply.text.includes(fragment)
      ? []
      : [finding(reply, 'text', `… ${shown(fragment)} …`, reply.text)];
}

/** Expects a header, or with `undefined` its absence. */
export function header(name: string, expected: string | undefined): Expectation {
  return (reply) => {
    const came = reply.headers[name];
    return came === expected ? [] : [finding(reply, `header ${name}`, expected, came)];
  };
}

export function every(...expectations: readonly Expectation[]): Expectation {
  return (reply) => expectations.flatMap((expectation) => expectation(reply));
}
