import { PgPreparedQuery } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';

/** A failed statement or connection, without SQL and values, which may be personal data. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    /** SQLSTATE, or the code of a failed connection. */
    readonly code: string,
    /** Set when the server reported the error: `ERROR`, or `FATAL` when it ended the session. */
    readonly severity: string | undefined,
    readonly constraint: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Classes of errors whose text names database objects only. Other texts quote what was sent. */
const CLASSES_WITHOUT_VALUES = /^(40|42|53|55|57)/;

/** Compares the name, because each bundle of Next has its own copy of the class. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && error.name === 'DatabaseError';
}

/** Replaces an error of the driver. */
export function databaseError(error: unknown): Error {
  if (!(error instanceof Error)) return new DatabaseError('unknown', undefined, undefined, '');
  if (isDatabaseError(error)) return error;
  const code = stringOf(error, 'code') ?? error.name;
  const severity = stringOf(error, 'severity');
  const constraint = stringOf(error, 'constraint_name');
  const reason = CLASSES_WITHOUT_VALUES.test(code) ? `: ${error.message}` : '';
  const where = constraint === undefined ? '' : ` (constraint ${constraint})`;
  const safe = new DatabaseError(
    code,
    severity,
    constraint,
    `The database failed with ${code}${where}${reason}`,
  );
  // The driver knows where a template was written; here only its socket is on the stack.
  const at = error.stack?.indexOf(error.message) ?? -1;
  if (at >= 0) safe.stack = `${safe.stack}${error.stack?.slice(at + error.message.length) ?? ''}`;
  return safe;
}

function stringOf(error: Error, field: string): string | undefined {
  const value: unknown = Reflect.get(error, field);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Makes the statements of a client, and of the connections that it reserves, fail with
 * {@link DatabaseError} and return no rows that are not there. Statements of a transaction need only
 * what the builder gives them: `BEGIN` and `ROLLBACK` reset the driver's row number.
 */
export function safeClient<S extends postgres.Sql>(client: S): S {
  const { reserve } = client;
  const unsafe = client.unsafe.bind(client);
  Object.assign(client, {
    unsafe: (...args: Parameters<typeof unsafe>) => safe(unsafe(...args)),
    reserve: async () => safeClient(await reserve()),
  });
  return new Proxy(client, {
    apply: (target, self, args) => safe(Reflect.apply(target, self, args)),
  });
}

interface Query {
  resolve?: (result: unknown) => void;
  reject?: (error: unknown) => void;
  cursor?: (...options: unknown[]) => unknown;
}

function safe<T>(made: T): T {
  if (!(made instanceof Promise)) return made;
  const query: T & Query = made;
  const { resolve, reject, cursor } = query;
  query.resolve = (result) => resolve?.(withoutHoles(result));
  query.reject = (error) => reject?.(databaseError(error));
  query.cursor = (...options) => {
    intercept(query, 'cursorFn', withoutHoles);
    intercept(query, 'reject', databaseError);
    return cursor?.apply(query, options);
  };
  return made;
}

/**
 * Changes what the driver hands to a function of a query that a cursor replaces. Costs 10 µs, so
 * other queries do without.
 */
function intercept(query: object, name: string, change: (value: unknown) => unknown): void {
  let receive: unknown = Reflect.get(query, name);
  Object.defineProperty(query, name, {
    get: () => {
      const present = receive;
      if (typeof present !== 'function') return present;
      return (value: unknown) => present(change(value));
    },
    set: (other: unknown) => {
      receive = other;
    },
  });
}

/**
 * Removes the holes in front of the rows. The driver keeps its row number when a result fails after
 * its first rows, so the next result of that connection begins there (docs/decisions/0004).
 */
function withoutHoles(result: unknown): unknown {
  if (!Array.isArray(result)) return result;
  let holes = 0;
  while (holes < result.length && !(holes in result)) holes++;
  if (holes > 0) result.splice(0, holes);
  // Of several statements sent at once, the first may have them.
  withoutHoles(result[0]);
  return result;
}

// The builder adds statement and parameters to the message of each error. It has no setting for that.
Object.assign(PgPreparedQuery.prototype, {
  queryWithCache: async (_text: string, _values: unknown, run: () => Promise<unknown>) => {
    try {
      return await run();
    } catch (error) {
      throw databaseError(error);
    }
  },
});
