import { isJsonObject } from '@/lib/base/values/json';

/** A place where an answer differs from the expected one. */
export interface Difference {
  /** `data.persona.marcas[0].codigo` */
  readonly path: string;
  /** `undefined`: a key that should not be there. */
  readonly expected: unknown;
  /** `undefined`: a key that is not there. */
  readonly came: unknown;
}

const MAX_DIFFERENCES = 5;

/** Lists where `came` differs from `expected`, both JSON, in whatever order their keys are. */
export function differences(expected: unknown, came: unknown): Difference[] {
  return walk(expected, came, '').slice(0, MAX_DIFFERENCES);
}

function walk(expected: unknown, came: unknown, path: string): Difference[] {
  if (Array.isArray(expected) && Array.isArray(came)) return ofLists(expected, came, path);
  if (isJsonObject(expected) && isJsonObject(came)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(came)]);
    return [...names].flatMap((name) =>
      walk(own(expected, name), own(came, name), path === '' ? name : `${path}.${name}`),
    );
  }
  return Object.is(expected, came) ? [] : [{ path, expected, came }];
}

function ofLists(expected: readonly unknown[], came: readonly unknown[], path: string) {
  if (expected.length !== came.length) return [{ path, expected, came }];
  return expected.flatMap((value, index) => walk(value, came[index], `${path}[${index}]`));
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
