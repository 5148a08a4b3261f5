export class DeadlineError extends Error {
  constructor() {
    super('The deadline passed.');
    this.name = 'DeadlineError';
  }
}

/**
 * Waits for `work` until `deadlineAt` (the scale of `performance.now()`, ms), then throws {@link
 * DeadlineError}. Only the wait ends; the work goes on.
 */
export function within<T>(deadlineAt: number, work: Promise<T>): Promise<T> {
  // `Promise.race` would make several more promises, and each query waits three times.
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
