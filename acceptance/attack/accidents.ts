import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { z } from 'zod';
import { pagesProcessOf } from '@/testing/proc';

/** An accident of the pages process. */
export const ACCIDENTS = ['kill', 'stop', 'fill'] as const;
export type Accident = (typeof ACCIDENTS)[number];

const FIND_TIMEOUT_MS = 10_000;
const POLL_MS = 50;

/** Harms the pages process; the result puts right what is still wrong afterwards. */
export async function harmPages(frontPid: number, kind: Accident): Promise<() => void> {
  const pid = await pagesProcessOf(frontPid);
  if (kind === 'fill') await fillMemory(pid);
  else process.kill(pid, kind === 'kill' ? 'SIGKILL' : 'SIGSTOP');
  return () => {
    try {
      process.kill(pid, 'SIGCONT');
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
