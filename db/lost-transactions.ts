import type postgres from 'postgres';
import { isDatabaseError } from './errors';

type Begin = (options: string, work: Work) => Promise<unknown>;
type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * Keeps a transaction from using its connection after that was lost. The library would write the
 * next statement, even its own ROLLBACK, to the closed socket. That throws where nothing can catch
 * it and ends the process, a known defect of the library.
 */
export function guardTransactions(client: postgres.Sql): void {
  const original: Begin = client.begin.bind(client);
  const begin = (...args: [Work] | [string, Work]): Promise<unknown> => {
    const work = args.length === 1 ? args[0] : args[1];
    const loss = new Loss();
    const transaction = original(args.length === 1 ? '' : args[0], (tx) => guarded(tx, work, loss));
    // The library rejects at once when the connection closes, whatever the work is doing.
    transaction.catch((error: unknown) => loss.report(error));
    return Promise.race([transaction, loss.rejection]);
  };
  Object.assign(client, { begin });
}

/** The loss of one transaction's connection. */
class Loss {
  known = false;
  /** Rejects with the error that revealed the loss; never resolves. */
  readonly rejection: Promise<never>;
  #reject: (error: unknown) => void = () => {};

  constructor() {
    this.rejection = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.rejection.catch(() => {});
  }

  report(error: unknown): void {
    this.known = true;
    this.#reject(error);
  }
}

async function guarded(tx: postgres.TransactionSql, work: Work, loss: Loss): Promise<unknown> {
  const unsafe = tx.unsafe.bind(tx);
  // The builder runs every statement through this method.
  Object.assign(tx, {
    unsafe: (...args: Parameters<typeof unsafe>) => {
      if (loss.known) throw new Error('The connection of this transaction was lost.');
      return unsafe(...args);
    },
  });
  try {
    const result = await work(tx);
    return loss.known ? never() : result;
  } catch (error) {
    if (!loss.known && !isConnectionLoss(error)) throw error;
    loss.report(error);
    return never();
  }
}

/** Never settles: if the work ended, the library would send another statement. */
function never(): Promise<never> {
  return new Promise(() => {});
}

function isConnectionLoss(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  if (error.severity !== undefined) return error.severity !== 'ERROR';
  return /^(CONNECTION_|ECONN|EPIPE|ETIMEDOUT|ENOTCONN)/.test(error.code);
}
