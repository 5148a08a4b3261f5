import { useSyncExternalStore } from 'react';

/** Makes a value that the components of a page share. */
export function createShared<Value>(onServer: Value, readFirst = () => onServer) {
  const listeners = new Set<() => void>();
  let value: Value | undefined;
  const read = () => {
    value ??= readFirst();
    return value;
  };
  const write = (changed: Value) => {
    value = changed;
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const use = () => useSyncExternalStore(subscribe, read, () => onServer);
  return { use, read, write };
}
