import type { ClauseId } from '@/lib/contract/clauses';
import { isJsonObject } from '@/lib/json';
import type { Expectation, Finding, Reply } from './check';
import { differences } from './differences';
import { cameInstead, finding, shown } from './finding';
import { clausesAt } from './places';

/** What may be expected of an answer. A wrong status is told alone: the rest would be noise. */

export function status(expected: number): Expectation {
  return (reply) =>
    reply.status === expected ? [] : [finding(reply, 'status', expected, cameInstead(reply))];
}

/** The status, and only when it is right, the rest. */
export function statusThen(expected: number, rest: Expectation): Expectation {
  return (reply) => (reply.status === expected ? rest(reply) : status(expected)(reply));
}

/** A failure with the text the contract gives it: one key, by family, and nothing else. */
export function failure(expected: number, text: string): Expectation {
  return statusThen(expected, (reply) => [
    ...oneKey(reply),
    ...(textOf(reply) === text ? [] : [finding(reply, errorKey(reply), text, textOf(reply))]),
  ]);
}

/** A failure whose text the contract leaves open. */
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

/** The whole body, and nothing more. */
export function body(expected: unknown): Expectation {
  return (reply) => mismatches(reply, expected).map(({ found }) => found);
}

/** The whole body; each difference goes against the clauses that speak of its place. */
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

/** A header, or with `undefined` its absence. */
export function header(name: string, expected: string | undefined): Expectation {
  return (reply) => {
    const came = reply.headers[name];
    return came === expected ? [] : [finding(reply, `header ${name}`, expected, came)];
  };
}

export function every(...expectations: readonly Expectation[]): Expectation {
  return (reply) => expectations.flatMap((expectation) => expectation(reply));
}
