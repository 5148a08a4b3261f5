import { isJsonObject, parseJson } from '@/lib/base/values/json';
import type { ClauseId } from '@/lib/contract/clauses';
import type { Mutate, Proxied, ProxiedAnswer } from '@/testing/mutating-proxy';

/** A change to the answers of a deployment, and the clauses whose checks must fail because of it. */
export type Mutation = readonly [change: Mutate, ...fails: Fails];
type Fails = readonly [ClauseId, ...ClauseId[]];

/** Selects the answers that a mutation changes; what is absent does not matter. */
interface Where {
  /** How the path begins. */
  readonly path?: string;
  readonly status?: number;
  /** A part of the answer's body. */
  readonly says?: string;
  /** A part of the request's body. */
  readonly asks?: string;
  /** Length of the request's body, or a test of it. */
  readonly asksBytes?: number | ((bytes: number) => boolean);
  /** A header of the request that must be there, or that must look so. */
  readonly sends?: string | readonly [name: string, value: RegExp];
  /** A header of the request that must not be there. */
  readonly lacks?: string;
}

export const CATALOGS = { path: '/catalogos/' };
export const RENAP = { path: '/renap' };
export const RTU = { path: '/rtu' };

export const INCOMPLETE = 'Envia un NIT o un CUI para consultar.';
export const INVALID = 'Los datos de la consulta no son validos.';
export const NOT_FOUND = 'No encontramos informacion para los datos enviados.';
export const UNAVAILABLE = 'El servicio de consultas no esta disponible en este momento.';

function applies(where: Where, answer: ProxiedAnswer, { path, headers, body }: Proxied): boolean {
  const { asksBytes = body.length, sends = [] } = where;
  const [sent, value = /^/] = typeof sends === 'string' ? [sends] : sends;
  return (
    path.startsWith(where.path ?? '') &&
    answer.status === (where.status ?? answer.status) &&
    answer.body.includes(where.says ?? '') &&
    body.includes(where.asks ?? '') &&
    (typeof asksBytes === 'number' ? body.length === asksBytes : asksBytes(body.length)) &&
    (sent === undefined || value.test(headers[sent] ?? '\n')) &&
    (where.lacks === undefined || headers[where.lacks] === undefined)
  );
}

/** Changes the selected answers; `undefined` leaves one as it is. */
export function when(where: Where, change: (real: ProxiedAnswer) => ReturnType<Mutate>): Mutate {
  return (real, asked) => (applies(where, real, asked) ? change(real) : undefined);
}

export function status(where: Where, to: number): Mutate {
  return when(where, (real) => ({ ...real, status: to }));
}

/** Sends another answer, under the headers of the real one. */
export function answer(where: Where, to: number, body: object): Mutate {
  return when(where, ({ headers }) => ({
    status: to,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }));
}

/** Sends a failure as the catalogs write it. */
export function refusal(where: Where, to: number, message: string): Mutate {
  return answer(where, to, { message });
}

/** Sends an answer of a registry in its envelope. */
export function envelope(where: Where, to: number, data: [] | null, message: string): Mutate {
  return answer(where, to, { success: to < 300, data, message, responseCode: to });
}

/** Replaces a text everywhere in the body. */
export function text(where: Where, from: string, to: string): Mutate {
  return when({ says: from, ...where }, (real) => {
    const body = real.body.replaceAll(from, to);
    return body === real.body ? undefined : { ...real, body };
  });
}

/** Sets a header, or removes it with `undefined`. */
export function header(where: Where, name: string, value: string | undefined): Mutate {
  return when(where, (real) => {
    const { [name]: before, ...others } = real.headers;
    if (before === value) return undefined;
    return { ...real, headers: value === undefined ? others : { ...others, [name]: value } };
  });
}

/**
 * Sets the value at a path such as `data.persona.marcas.0.estado`, or computes it from the present one.
 * `undefined` removes it.
 */
export function value(where: Where, path: string, to: unknown): Mutate {
  return when(where, (real) => {
    const before = parseJson(real.body);
    const edit = typeof to === 'function' ? (one: unknown) => to(one) : () => to;
    const after = edited(before, path === '' ? [] : path.split('.'), edit);
    const body = JSON.stringify(after);
    return body === JSON.stringify(before) ? undefined : { ...real, body };
  });
}

/** Sets values of the same answers, each in a mutation of its own. */
export function values(
  where: Where,
  ...rows: readonly (readonly [path: string, to: unknown, ...fails: Fails])[]
): Mutation[] {
  return rows.map(([path, to, ...fails]) => [value(where, path, to), ...fails]);
}

type Edit = (before: unknown) => unknown;

function edited(whole: unknown, [key, ...rest]: readonly string[], edit: Edit): unknown {
  if (key === undefined) return edit(whole);
  if (Array.isArray(whole)) {
    return whole.map((item, index) => (String(index) === key ? edited(item, rest, edit) : item));
  }
  if (!isJsonObject(whole) || (rest.length > 0 && !Object.hasOwn(whole, key))) return whole;
  return { ...whole, [key]: edited(whole[key], rest, edit) };
}
