'use client';

import type { ActionResult } from '@/lib/console/session/action';

/** Last change of this window and the version it produced, by integration. */
const changes = new Map<string, Promise<unknown>>();
const versions = new Map<string, number>();

interface Shown {
  readonly nombre: string;
  readonly version: number;
}

/** Saves changes of an integration one by one. Only somebody else's change is a conflict. */
export function inTurn(
  { nombre, version }: Shown,
  save: (version: number) => Promise<ActionResult<number>>,
): Promise<ActionResult<number>> {
  const saveNow = async () => {
    const result = await save(Math.max(version, versions.get(nombre) ?? 0));
    if (result.ok) versions.set(nombre, result.data);
    return result;
  };
  const saved = (changes.get(nombre) ?? Promise.resolve()).then(saveNow);
  // Its caller reports a failure; the next change must run anyway.
  changes.set(
    nombre,
    saved.catch(() => undefined),
  );
  return saved;
}
