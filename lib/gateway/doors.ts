import { ProcessWide } from '@/lib/process-wide';
import type { LookupHandler } from './handler';

/**
 * The compiled handlers by path, published when Next loads `instrumentation.ts`, so that the server
 * in front can call the very functions that the routes export without bundling them twice.
 */
export type Doors = ReadonlyMap<string, LookupHandler>;

const doors = new ProcessWide<Doors>('doors');

export function publishDoors(handlers: Doors): void {
  doors.set(handlers);
}

/** `undefined` until Next has loaded the instrumentation. */
export function publishedDoors(): Doors | undefined {
  return doors.get();
}
