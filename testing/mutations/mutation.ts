import type { ClauseId } from '@/lib/contract/clauses';
import { isJsonObject, parseJson } from '@/lib/json';
import type { Mutate, Proxied, ProxiedAnswer } from '@/testing/mutating-proxy';

/** One thing that a deployment could do wrong, and the clauses whose checks then fail. */
export interface Mutation {
  readonly name: string;
  readonly fails: readonly [ClauseId, ...ClauseId[]];
  readonly change: Mutate;
}

export function mutation(name: string, fails: Mutation['fails'], change: Mutate): Mutation {
  return { name, fails, change };
}

export const JSON_TYPE = 'application/json';

/** Where a mutation applies; what is not named does not matter. */
interface Where {
  readonly path?: string;
  readonly status?: number;
  /** A part of the answer's body. */
  readonly says?: string;
  /** A part of the request's body. */
  readonly asks?: string;
  readonly also?: (asked: Proxied, answer: ProxiedAnswer) => boolean;
}

function applies(where: Where, answer: ProxiedAnswer, asked: Proxied): boolean {
  const { path, status, says, asks, also } = where;
  return (
    (path === undefined || asked.path.startsWith(path)) &&
    (status === undefined || answer.status === status) &&
    (says === undefined || answer.body.includes(says)) &&
    (asks === undefined || asked.body.includes(asks)) &&
    (also === undefined || also(asked, answer))
  );
}

/** Another status, the rest as it is. */
export function status(where: Where, to: number): Mutate {
  return (answer, asked) => (applies(where, answer, asked) ? { ...answer, status: to } : undefined);
}

/** Another answer altogether, under the headers of the real one. */
export function answer(where: Where, to: number, body: unknown): Mutate {
  return (real, asked) =>
    applies(where, real, asked)
      ? {
          status: to,
          headers: { ...real.headers, 'content-type': JSON_TYPE },
          body: JSON.stringify(body),
        }
      : undefined;
}

/** Other text wherever it stands in the body. */
export function text(where: Where, from: string, to: string): Mutate {
  return (real, asked) =>
    applies(where, real, asked) && real.body.includes(from)
      ? { ...real, body: real.body.replaceAll(from, to) }
      : undefined;
}

/** A header set, or taken away with `undefined`. */
export function header(where: Where, name: string, value: string | undefined): Mutate {
  return (real, asked) => {
    if (!applies(where, real, asked) || real.headers[name] === value) return undefined;
    const { [name]: _before, ...others } = real.headers;
    return { ...real, headers: value === undefined ? others : { ...others, [name]: value } };
  };
}

type Edit = (before: unknown) => unknown;

/** Another value at `data.persona.marcas.0.estado`; `undefined` takes the key away. */
export function value(where: Where, path: string, edit: Edit): Mutate {
  return (real, asked) => {
    if (!applies(where, real, asked)) return undefined;
    const before = parseJson(real.body);
    const after = edited(before, path === '' ? [] : path.split('.'), edit);
    const body = JSON.stringify(after);
    return body === JSON.stringify(before) ? undefined : { ...real, body };
  };
}

function edited(whole: unknown, [key, ...rest]: readonly string[], edit: Edit): unknown {
  if (key === undefined) return edit(whole);
  if (Array.isArray(whole)) {
    return whole.map((item, index) => (String(index) === key ? edited(item, rest, edit) : item));
  }
  if (!isJsonObject(whole) || (rest.length > 0 && !Object.hasOwn(whole, key))) return whole;
  return { ...whole, [key]: edited(whole[key], rest, edit) };
}
