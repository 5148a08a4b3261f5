import { setTimeout as pause } from 'node:timers/promises';
import type { Prng } from '@/simulator/prng';
import type { World } from './world';

export const TARGETS = ['app', 'postgres', 'both'] as const;
export type Target = (typeof TARGETS)[number];

const LONGEST_OUTAGE_MS = 800;
const BETWEEN_THE_TWO_MS = 150;

/** Kills one thing and brings it back; returns what it was, for people. */
export async function killSomething(world: World, target: Target, prng: Prng): Promise<string> {
  if (target === 'app') return killApp(world, prng);
  if (target === 'postgres') return killPostgres(world, prng);
  return prng.pick([killApp, killPostgres, killAll])(world, prng);
}

async function killApp({ fleet }: World, prng: Prng): Promise<string> {
  const pid = await fleet.kill(prng.int(0, fleet.size - 1));
  await fleet.start();
  return `app ${pid}`;
}

async function killPostgres({ postgres }: World, prng: Prng): Promise<string> {
  const { pid } = postgres;
  postgres.kill();
  await pause(prng.int(0, LONGEST_OUTAGE_MS));
  await postgres.restart();
  return `postgres ${pid}`;
}

/** The server first: what the app owes it then dies with the app. */
async function killAll({ fleet, postgres }: World, prng: Prng): Promise<string> {
  const { pid } = postgres;
  postgres.kill();
  await pause(prng.int(0, BETWEEN_THE_TWO_MS));
  const pids = await Promise.all(
    Array.from({ length: fleet.size }, (_, place) => fleet.kill(place)),
  );
  await postgres.restart();
  await fleet.start();
  return `postgres ${pid} and apps ${pids.join(', ')}`;
}
