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

/** Makes the statements of a client fail with {@link DatabaseError}. */
export function withSafeErrors<S extends postgres.Sql>(client: S): S {
  const unsafe = client.unsafe.bind(client);
  Object.assign(client, { unsafe: (...args: Parameters<typeof unsafe>) => safe(unsafe(...args)) });
  return new Proxy(client, {
    apply: (target, self, args) => safe(Reflect.apply(target, self, args)),
  });
}

/** Wraps what the client makes. Cursors escape it: they replace the function that rejects. */
function safe<T>(made: T): T {
  if (!(made instanceof Promise)) return made;
  const query: T & { reject?: (error: unknown) => void } = made;
  const { reject } = query;
  query.reject = (error) => reject?.(databaseError(error));
  return made;
}

/** Reads a cursor, which fails with {@link DatabaseError}. */
export async function* readCursor<T>(cursor: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* cursor;
  } catch (error) {
    throw databaseError(error);
  }
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
