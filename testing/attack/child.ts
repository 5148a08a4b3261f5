import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { nodeChildren } from '@/testing/proc';

/** What is done to the process that serves the pages. */
export const CHILD_ATTACKS = ['kill', 'stop', 'fill'] as const;
export type ChildAttack = (typeof CHILD_ATTACKS)[number];

const FIND_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

/** The process that serves the pages, which the front process starts. */
export async function childOf(frontPid: number): Promise<number> {
  const deadline = Date.now() + FIND_TIMEOUT_MS;
  do {
    const [child] = await nodeChildren(frontPid);
    if (child !== undefined) return child;
    await pause(POLL_MS);
  } while (Date.now() < deadline);
  throw new Error(`Process ${frontPid} has no child process that serves the pages.`);
}

/** Attacks the child; what this returns puts right what is still wrong afterwards. */
export async function attackChild(frontPid: number, kind: ChildAttack): Promise<() => void> {
  const child = await childOf(frontPid);
  if (kind === 'fill') await fillMemory(child);
  else process.kill(child, kind === 'kill' ? 'SIGKILL' : 'SIGSTOP');
  return () => {
    try {
      process.kill(child, 'SIGCONT');
    } catch {
      // It is gone, as it should be.
    }
  };
}

const INSPECTOR = 'http://127.0.0.1:9229/json/list';
const targets = z.array(z.object({ webSocketDebuggerUrl: z.url() })).min(1);

/** As a page with a memory leak would: keeps ever more numbers until the heap's limit is met. */
const LEAK = `{
  const hoard = [];
  setInterval(() => hoard.push(new Array(2_000_000).fill(hoard.length + 0.5)), 5);
}`;

/** Has a Node process allocate memory until it fails, through its inspector. */
async function fillMemory(pid: number): Promise<void> {
  const taken = await fetch(INSPECTOR).catch(() => undefined);
  if (taken !== undefined) throw new Error('The inspector of another process is open on 9229.');
  process.kill(pid, 'SIGUSR1');
  const deadline = Date.now() + FIND_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(INSPECTOR).catch(() => undefined);
    if (answer !== undefined) {
      const [target] = targets.parse(await answer.json());
      return evaluate(target?.webSocketDebuggerUrl ?? '', LEAK);
    }
    if (Date.now() > deadline) throw new Error(`Process ${pid} opened no inspector.`);
    await pause(POLL_MS);
  }
}

function evaluate(url: string, expression: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.addEventListener('error', () => reject(new Error('The inspector refused.')));
    socket.addEventListener('message', () => {
      socket.close();
      resolve();
    });
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
    });
  });
}
