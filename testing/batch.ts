import { Batch } from '@/lib/base/process/batch';

/** Has so many inputs wait for a statement until `release` is called. */
export function occupyStatements(waiting: number): { readonly release: () => Promise<unknown> } {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const batch = new Batch<number, number>({
    run: (inputs) => answered.then(() => inputs),
    mayRunAlone: () => false,
    maxSize: 200,
    timeoutMs: 60_000,
  });
  // The first one does not wait: it is under way.
  const submitted = Array.from({ length: waiting + 1 }, (_, n) => batch.submit(n));
  const release = () => {
    answer();
    return Promise.all(submitted);
  };
  return { release };
}
