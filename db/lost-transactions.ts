import type postgres from 'postgres';

/** Time in which a connection that failed is closed for good; then the failure is told as it is. */
const CLOSING_MS = 2_000;

type Begin = (options: string, work: Work) => Promise<unknown>;
type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Keeps a transaction from using its connection after it was lost. The library writes the next
 * statement, were it only its own ROLLBACK, to a socket that is gone, and that throws where nobody
 * can catch it: the process ends (porsager/postgres, issues 1154 and 1208).
 */
export function guardTransactions(client: postgres.Sql): void {
  const original: Begin = client.begin.bind(client);
  const begin = (...args: [Work] | [string, Work]): Promise<unknown> => {
    const work = args.length === 1 ? args[0] : args[1];
    const state = { lost: false };
    const transaction = original(args.length === 1 ? '' : args[0], (tx) =>
      guarded(tx, work, state),
    );
    // The library rejects at once when the connection closes, whatever the work is doing.
    transaction.catch(() => {
      state.lost = true;
    });
    return transaction;
  };
  Object.assign(client, { begin });
}

async function guarded(
  tx: postgres.TransactionSql,
  work: Work,
  state: { readonly lost: boolean },
): Promise<unknown> {
  const unsafe = tx.unsafe.bind(tx);
  // The one way in which the builder runs statements.
  Object.assign(tx, {
    unsafe: (...args: Parameters<typeof unsafe>) => {
      if (state.lost) throw new Error('The connection of this transaction was lost.');
      return unsafe(...args);
    },
  });
  try {
    const result = await work(tx);
    return state.lost ? closing() : result;
  } catch (error) {
    if (state.lost || isConnectionLoss(error)) await closing();
    throw error;
  }
}

/** Outlasts the moment in which the library still would write to the connection. */
function closing(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref());
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error) return error.severity !== 'ERROR';
  if ('code' in error && typeof error.code === 'string') {
    return /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|ENOTCONN)/.test(error.code);
  }
  return isConnectionLoss(error.cause);
}
