import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import { lookupEnvelope } from '@/lib/contract/envelopes';
import { type Lookup, lookupFacts } from '@/lib/contract/lookups';
import type { Expectation, Finding, Reply } from './check';
import { finding } from './finding';
import { clausesAt } from './places';

/** Shapes of answers with a record, from the contract's schemas. */

/** A catalog's 200: the one key `data`, and in it every field of the lookup and no other. */
export const recordShape: Expectation = (reply) => {
  const { body, ask } = reply;
  if (!isJsonObject(body) || Object.keys(body).join() !== 'data') {
    const places: ClauseId[] = ['resources.catalog-envelope.only-data'];
    return [{ ...finding(reply, 'body', '{"data": a record}', reply.text), places }];
  }
  return complaints(reply, recordSchema(ask.lookup.name), body.data, ['data']);
};

function recordSchema(lookup: Lookup): z.ZodType | undefined {
  const { recordSchemas, result } = lookupFacts[lookup];
  return recordSchemas[result]?.schema;
}

/** Expects the envelope of the registries: four keys, and codes that agree with each other. */
export const envelopeShape: Expectation = (reply) => {
  const { body, status } = reply;
  const shape = complaints(reply, lookupEnvelope, body, []);
  if (shape.length > 0 || !isJsonObject(body)) {
    return shape.map((found) => ({ ...found, places: ['resources.envelope.fields'] }));
  }
  const isSuccess = status !== undefined && status < 300;
  return body.success === isSuccess
    ? []
    : [
        {
          ...finding(reply, 'success', isSuccess, body.success),
          clauses: ['resources.envelope.renap-status'],
        },
      ];
};

function complaints(
  reply: Reply,
  schema: z.ZodType | undefined,
  value: unknown,
  root: readonly string[],
): Finding[] {
  return (schema?.safeParse(value).error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const at = [...root, ...issue.path, key];
        return complaint(reply, at, undefined, valueAt(value, [...issue.path, key]));
      });
    }
    const came = valueAt(value, issue.path);
    return [complaint(reply, [...root, ...issue.path], issue.message, came)];
  });
}

function complaint(
  reply: Reply,
  path: readonly PropertyKey[],
  message: string | undefined,
  came: unknown,
): Finding {
  const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const what = written.join('').replace(/^\./, '');
  const expected = message?.replace(/^Invalid input: expected /, '').replace(/, received .*$/, '');
  // An empty list in the place of the word lets the rule about lists and null speak.
  const meant = expected === 'array' ? [] : expected;
  const places = clausesAt(reply.ask.lookup.name, { path: what, expected: meant, came });
  return { ...finding(reply, what === '' ? 'body' : what, expected, came), places };
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[String(key)] : undefined;
  }, value);
}

/** Returns the fields of a catalog's record; none without a record. */
export function dataOf({ body }: Reply): JsonObject {
  const data = isJsonObject(body) ? body.data : undefined;
  return isJsonObject(data) ? data : {};
}
