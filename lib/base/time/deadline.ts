export class DeadlineError extends Error {
  constructor() {
    super('The deadline passed.');
    this.name = 'DeadlineError';
  }
}

/** Deadlines within as many milliseconds share a timer, which fires at the end of them. */
const SLOT_MS = 20;

interface Slot {
  readonly expirations: Set<() => void>;
  readonly timer: NodeJS.Timeout;
}

const slots = new Map<number, Slot>();

/**
 * Calls `expire` at `deadlineAt` (the scale of `performance.now()`, ms), or up to {@link SLOT_MS}
 * later. Returns what cancels it. Timers of their own for each query cost several times as much.
 */
export function atDeadline(deadlineAt: number, expire: () => void): () => void {
  const number = Math.ceil(deadlineAt / SLOT_MS);
  const slot = slots.get(number) ?? openSlot(number);
  slot.expirations.add(expire);
  return () => {
    slot.expirations.delete(expire);
    if (slot.expirations.size === 0) closeSlot(number, slot);
  };
}

function openSlot(number: number): Slot {
  const expirations = new Set<() => void>();
  const end = () => {
    slots.delete(number);
    for (const expire of expirations) expire();
  };
  const timer = setTimeout(end, Math.max(0, number * SLOT_MS - performance.now()));
  const slot = { expirations, timer };
  slots.set(number, slot);
  return slot;
}

function closeSlot(number: number, slot: Slot): void {
  clearTimeout(slot.timer);
  if (slots.get(number) === slot) slots.delete(number);
}

/**
 * Waits for `work` until `deadlineAt` (the scale of `performance.now()`, ms), then throws {@link
 * DeadlineError}. Only the wait ends; the work goes on.
 */
export function within<T>(deadlineAt: number, work: Promise<T>): Promise<T> {
  // `Promise.race` would make several more promises, and each query waits three times.
  return new Promise((resolve, reject) => {
    const cancel = atDeadline(deadlineAt, () => reject(new DeadlineError()));
    const end = <Ending>(settle: (ending: Ending) => void) => {
      return (ending: Ending) => {
        cancel();
        settle(ending);
      };
    };
    work.then(end(resolve), end(reject));
  });
}
