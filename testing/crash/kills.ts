import { setTimeout as pause } from 'node:timers/promises';
import type { Prng } from '@/simulator/prng';
import type { World } from './world';

/** Describes a kill, and whether lookups should not have noticed it. */
export interface Victim {
  readonly name: string;
  readonly sparesLookups?: boolean;
}

type Kill = (world: World, prng: Prng) => Promise<Victim>;

const LONGEST_OUTAGE_MS = 800;
const BETWEEN_THE_TWO_MS = 150;

const KILLS = {
  /** The process that answers the lookups. The pages process must end with it. */
  front: async ({ fleet }, prng) => {
    const pid = await fleet.killFront(prng.int(0, fleet.size - 1));
    await fleet.start();
    return { name: `front ${pid}` };
  },
  pages: async ({ fleet }, prng) => {
    const pid = await fleet.killPages(prng.int(0, fleet.size - 1));
    return { name: `pages ${pid}`, sparesLookups: true };
  },
  both: async ({ fleet }, prng) => {
    const place = prng.int(0, fleet.size - 1);
    const pages = await fleet.killPages(place, 'leave it dead');
    const front = await fleet.killFront(place);
    await fleet.start();
    return { name: `pages ${pages} and front ${front}` };
  },
  postgres: async ({ postgres }, prng) => {
    const { pid } = postgres;
    postgres.kill();
    await pause(prng.int(0, LONGEST_OUTAGE_MS));
    await postgres.restart();
    return { name: `postgres ${pid}` };
  },
  /** The database first, so that what the apps have not yet written is lost with them. */
  everything: async ({ fleet, postgres }, prng) => {
    const { pid } = postgres;
    postgres.kill();
    await pause(prng.int(0, BETWEEN_THE_TWO_MS));
    const places = Array.from({ length: fleet.size }, (_, place) => place);
    const pids = await Promise.all(places.map((place) => fleet.killFront(place)));
    await postgres.restart();
    await fleet.start();
    return { name: `postgres ${pid} and fronts ${pids.join(', ')}` };
  },
} as const satisfies Readonly<Record<string, Kill>>;

/** `all` and `lookups`: one after another; `lookups` are the kills of instances without pages. */
export type Target = keyof typeof KILLS | 'all' | 'lookups';

const IN_TURN: Readonly<Record<Exclude<Target, keyof typeof KILLS>, readonly Kill[]>> = {
  all: Object.values(KILLS),
  lookups: [KILLS.front, KILLS.postgres, KILLS.everything],
};

export const TARGETS: readonly string[] = [...Object.keys(KILLS), ...Object.keys(IN_TURN)];

export function isTarget(text: string): text is Target {
  return TARGETS.includes(text);
}

/** Kills the target and brings it back. `number` counts the kills of a run from 1. */
export function killSomething(
  world: World,
  target: Target,
  number: number,
  prng: Prng,
): Promise<Victim> {
  const turns = target === 'all' || target === 'lookups' ? IN_TURN[target] : [KILLS[target]];
  const kill = turns[(number - 1) % turns.length];
  if (kill === undefined) throw new Error('There is nothing to kill.');
  return kill(world, prng);
}
