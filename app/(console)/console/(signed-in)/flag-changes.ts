'use client';

import type { ActionResult } from '@/lib/console/action';
import type { Flag } from '@/lib/contract/lookups';
import { setFlag } from './integrations/[nombre]/actions';

interface FlagChange {
  readonly nombre: string;
  /** Of the integration as the page showed it. */
  readonly version: number;
  readonly flag: Flag;
  readonly on: boolean;
}

/** Of this page's own changes, by integration: the last one under way, and the version it left. */
const underWay = new Map<string, Promise<unknown>>();
const left = new Map<string, number>();

/**
 * Saves a switch. Several of one integration go one after the other, each over what the one before
 * left, so that only somebody else's change counts as one.
 */
export function changeFlag(change: FlagChange): Promise<ActionResult<number>> {
  const { nombre } = change;
  const save = async () => {
    const version = Math.max(change.version, left.get(nombre) ?? 0);
    const result = await setFlag({ ...change, version });
    if (result.ok) left.set(nombre, result.data);
    return result;
  };
  const saved = (underWay.get(nombre) ?? Promise.resolve()).then(save);
  underWay.set(
    nombre,
    saved.catch(() => 'told where it was asked for'),
  );
  return saved;
}
