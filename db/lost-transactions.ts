import type postgres from 'postgres';

type Begin = (options: string, work: Work) => Promise<unknown>;
type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Keeps a transaction from using its connection after it was lost. The library writes the next
 * statement, were it only its own ROLLBACK, to a socket that is gone, and that throws where nobody
 * can catch it: the process ends, a known defect of the library.
 */
export function guardTransactions(client: postgres.Sql): void {
  const original: Begin = client.begin.bind(client);
  const begin = (...args: [Work] | [string, Work]): Promise<unknown> => {
    const work = args.length === 1 ? args[0] : args[1];
    const loss = new Loss();
    const transaction = original(args.length === 1 ? '' : args[0], (tx) => guarded(tx, work, loss));
    // The library rejects at once when the connection closes, whatever the work is doing.
    transaction.catch((error: unknown) => loss.happened(error));
    return Promise.race([transaction, loss.told]);
  };
  Object.assign(client, { begin });
}

/** That the connection of one transaction is gone. */
class Loss {
  known = false;
  /** Rejects with the error that told it; never resolves. */
  readonly told: Promise<never>;
  #tell: (error: unknown) => void = () => {};

  constructor() {
    this.told = new Promise((_, reject) => {
      this.#tell = reject;
    });
    this.told.catch(() => {});
  }

  happened(error: unknown): void {
    this.known = true;
    this.#tell(error);
  }
}

async function guarded(tx: postgres.TransactionSql, work: Work, loss: Loss): Promise<unknown> {
  const unsafe = tx.unsafe.bind(tx);
  // The one way in which the builder runs statements.
  Object.assign(tx, {
    unsafe: (...args: Parameters<typeof unsafe>) => {
      if (loss.known) throw new Error('The connection of this transaction was lost.');
      return unsafe(...args);
    },
  });
  try {
    const result = await work(tx);
    return loss.known ? untold() : result;
  } catch (error) {
    if (!loss.known && !isConnectionLoss(error)) throw error;
    loss.happened(error);
    return untold();
  }
}

/**
 * What the library waits for instead of an end of the work, which it would answer by a statement.
 */
function untold(): Promise<never> {
  return new Promise(() => {});
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('severity' in error) return error.severity !== 'ERROR';
  if ('code' in error && typeof error.code === 'string') {
    return /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|ENOTCONN)/.test(error.code);
  }
  return isConnectionLoss(error.cause);
}
