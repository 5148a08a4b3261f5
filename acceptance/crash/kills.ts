import { setTimeout as pause } from 'node:timers/promises';
import type { Prng } from '@/simulator/prng';
import type { Cluster } from './cluster';

/** Describes a kill, and whether lookups should not have noticed it. */
export interface Victim {
  readonly name: string;
  readonly sparesLookups?: boolean;
}

type Kill = (cluster: Cluster, prng: Prng) => Promise<Victim>;

const LONGEST_OUTAGE_MS = 800;
const BETWEEN_THE_TWO_MS = 150;

const KILLS = {
  /** The process that answers the lookups. The pages process must end with it. */
  front: async ({ instances }, prng) => {
    const pid = await instances.killFront(prng.int(0, instances.size - 1));
    await instances.start();
    return { name: `front ${pid}` };
  },
  pages: async ({ instances }, prng) => {
    const pid = await instances.killPages(prng.int(0, instances.size - 1));
    return { name: `pages ${pid}`, sparesLookups: true };
  },
  both: async ({ instances }, prng) => {
    const place = prng.int(0, instances.size - 1);
    const pages = await instances.killPages(place, 'leave it dead');
    const front = await instances.killFront(place);
    await instances.start();
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
  everything: async ({ instances, postgres }, prng) => {
    const { pid } = postgres;
    postgres.kill();
    await pause(prng.int(0, BETWEEN_THE_TWO_MS));
    const places = Array.from({ length: instances.size }, (_, place) => place);
    const pids = await Promise.all(places.map((place) => instances.killFront(place)));
    await postgres.restart();
    await instances.start();
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
  cluster: Cluster,
  target: Target,
  number: number,
  prng: Prng,
): Promise<Victim> {
  const turns = target === 'all' || target === 'lookups' ? IN_TURN[target] : [KILLS[target]];
  const kill = turns[(number - 1) % turns.length];
  if (kill === undefined) throw new Error('There is nothing to kill.');
  return kill(cluster, prng);
}
