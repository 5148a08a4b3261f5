/** The time allowed for something ran out. */
export class DeadlineError extends Error {
  constructor() {
    super('The deadline passed.');
    this.name = 'DeadlineError';
  }
}

/**
 * Waits for `work` no later than `deadlineAt` (the scale of `performance.now()`, ms); then throws
 * {@link DeadlineError}. The work itself goes on: only the wait ends.
 */
export function within<T>(deadlineAt: number, work: Promise<T>): Promise<T> {
  // By hand: `Promise.race` makes several promises more, and each query waits three times.
  return new Promise((resolve, reject) => {
    const expire = () => reject(new DeadlineError());
    const timer = setTimeout(expire, Math.max(0, deadlineAt - performance.now()));
    const end = <Ending>(settle: (ending: Ending) => void) => {
      return (ending: Ending) => {
        clearTimeout(timer);
        settle(ending);
      };
    };
    work.then(end(resolve), end(reject));
  });
}
