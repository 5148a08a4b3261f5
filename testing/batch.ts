import { Batch } from '@/lib/base/process/batch';

/** Has so many inputs wait for a statement until `release` is called. */
export function occupyStatements(waiting: number): { readonly release: () => Promise<unknown> } {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const maxSize = 200;
  const batch = new Batch<number, number>({
    run: (inputs) => answered.then(() => inputs),
    mayRunAlone: () => false,
    maxSize,
    timeoutMs: 60_000,
  });
  // The first run's do not wait: they are under way.
  const submitted = Array.from({ length: waiting + maxSize }, (_, n) => batch.submit(n));
  const release = () => {
    answer();
    return Promise.all(submitted);
  };
  return { release };
}
