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
export async function within<T>(deadlineAt: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DeadlineError()),
      Math.max(0, deadlineAt - performance.now()),
    );
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
