import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '@/server/paths';
import type { Generator } from '@/testing/load/generator';
import { lookupRequests } from '@/testing/load/requests';
import { startGateway } from './servers';

/** Share of the CPU time of the first process, the largest first. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

export interface Profile {
  readonly modules: readonly Share[];
  readonly functions: readonly Share[];
}

const profileSchema = z.object({
  /** In microseconds, like all times of a profile. */
  endTime: z.number(),
  startTime: z.number(),
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
    }),
  ),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.number()),
});
type Recorded = z.infer<typeof profileSchema>;

const CONNECTIONS = 50;
const IDLE = '(idle)';

interface Timing {
  readonly warmUpMs: number;
  readonly loadMs: number;
}

/** Records where the first process spends its time while lookups keep it busy. */
export async function recordProfile(
  generator: Generator,
  { warmUpMs, loadMs }: Timing,
): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-profile-'));
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const { harness, app, callers } = await startGateway(undefined, options);
  try {
    const requests = await lookupRequests(app.port, 'cui-nit', callers.slice(0, 1));
    const job = { port: app.port, requests, connections: CONNECTIONS };
    await generator.runCleanly({ ...job, durationMs: warmUpMs });
    await generator.runCleanly({ ...job, durationMs: loadMs });
    const loadedAt = performance.now();
    await app.stop();
    const afterLoadMs = performance.now() - loadedAt;
    return summarise(await readProfile(folder, app.pid), afterLoadMs, loadMs);
  } finally {
    await harness.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Picks the main thread's profile: each thread that Node starts writes a file of its own. */
async function readProfile(folder: string, pid: number): Promise<Recorded> {
  const file = (await readdir(folder)).find((name) => name.includes(`.${pid}.0.`));
  if (file === undefined) throw new Error('The first process left no profile.');
  return profileSchema.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
}

/** Adds up the samples of the load: those from `afterLoadMs + loadMs` to `afterLoadMs` before the end. */
function summarise(recorded: Recorded, afterLoadMs: number, loadMs: number): Profile {
  const { nodes, samples, timeDeltas, startTime, endTime } = recorded;
  const until = endTime - afterLoadMs * 1000;
  const from = until - loadMs * 1000;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  let at = startTime;
  for (const [place, id] of samples.entries()) {
    at += timeDeltas[place] ?? 0;
    const frame = frames.get(id);
    if (frame === undefined || at < from || at > until || frame.functionName === IDLE) continue;
    const own = timeDeltas[place + 1] ?? 0;
    const module = moduleOf(frame.url) || frame.functionName;
    const name = frame.url === '' ? module : `${frame.functionName || '(anonymous)'} ${module}`;
    modules.set(module, (modules.get(module) ?? 0) + own);
    functions.set(name, (functions.get(name) ?? 0) + own);
  }
  return { modules: sharesOf(modules), functions: sharesOf(functions) };
}

/** A file of ours, a package, or a module of Node. */
function moduleOf(url: string): string {
  const [, named] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return named ?? url.replace(/^file:\/\//, '').replace(projectRoot, '');
}

function sharesOf(times: ReadonlyMap<string, number>): Share[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([name, time]) => ({ name, share: time / total }))
    .sort((one, other) => other.share - one.share);
}
