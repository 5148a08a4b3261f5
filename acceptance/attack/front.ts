import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '@/testing/app';
import { clientsOf, openFiles, residentBytes } from '@/testing/proc';

const LOOKUPS_ADDRESS = '127.0.0.1';

export async function heldBy({ pid, port }: TestApp) {
  const clients = await clientsOf(port);
  const lookups = clients.filter((address) => address === LOOKUPS_ADDRESS).length;
  return {
    rssBytes: await residentBytes(pid),
    /** Files and sockets, without those of the lookups' connections. */
    files: (await openFiles(pid)) - lookups,
    /** Connections of attackers. */
    attackers: clients.length - lookups,
  };
}

type Held = Awaited<ReturnType<typeof heldBy>>;

/**
 * Connections that may stay: those that the front keeps open to its child and to the database, for
 * the next request.
 */
const FILES_KEPT = 16;
/** Allowance for a heap in use, whose size varies. */
const MEMORY_NOISE_BYTES = 10_000_000;

/** Lists what an attack has left, compared with the time before it. */
export function leftOf(now: Held, before: Held): string[] {
  const grownBytes = now.rssBytes - before.rssBytes;
  return [
    ...(now.attackers > 0 ? [`${now.attackers} connections`] : []),
    ...(now.files > before.files + FILES_KEPT ? [`${now.files - before.files} files`] : []),
    ...(grownBytes > MEMORY_NOISE_BYTES ? [`${(grownBytes / 1e6).toFixed(0)} MB`] : []),
  ];
}

const RELEASE_POLL_MS = 500;

/** Waits until nothing of an attack is held any more, `limitMs` at most; gives what is left. */
export async function awaitRelease(app: TestApp, before: Held, limitMs: number): Promise<string[]> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const left = leftOf(await heldBy(app), before);
    if (left.length === 0 || Date.now() > deadline) return left;
    await pause(RELEASE_POLL_MS);
  }
}
