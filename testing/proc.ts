import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Figures of other processes, read from Linux's `/proc`. */

const TICKS_PER_SECOND = 100;

/** Fields of `/proc/PID/stat` after the name, which may hold spaces; `undefined` without `/proc`. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** CPU time a process has used so far, in ms; `undefined` where there is no `/proc`. */
export async function cpuTimeMs(pid: number): Promise<number | undefined> {
  const fields = await statOf(pid);
  if (fields === undefined) return undefined;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Resident memory of a process; 0 when it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

const SAMPLE_EVERY_MS = 100;

/** Watches the memory of a process; the result stops watching and gives the peak. */
export function watchMemory(pid: number): () => number {
  let peakBytes = 0;
  const sample = async () => {
    peakBytes = Math.max(peakBytes, await residentBytes(pid));
  };
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peakBytes;
  };
}

/** Files and sockets that a process has open. */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** Processes that `pid` started and that still run. */
export async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const checked = pids.map(Number).map(async (one) => {
    const fields = await statOf(one);
    return fields?.[1] === String(pid) && fields[0] !== 'Z' ? one : undefined;
  });
  return (await Promise.all(checked)).filter((one) => one !== undefined);
}

/** CPU time that the children of a process have used so far, in ms: all sessions of PostgreSQL. */
export async function childrenCpuMs(pid: number): Promise<number> {
  const times = (await childrenOf(pid)).map(async (one) => (await cpuTimeMs(one)) ?? 0);
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0);
}

/** Node processes that `pid` started and that still run. */
export async function nodeChildren(pid: number): Promise<number[]> {
  const checked = (await childrenOf(pid)).map(async (one) => {
    const program = await readlink(`/proc/${one}/exe`).catch(() => '');
    return program === process.execPath ? one : undefined;
  });
  return (await Promise.all(checked)).filter((one) => one !== undefined);
}

const FIND_TIMEOUT_MS = 10_000;
const FIND_POLL_MS = 50;

/** The process that serves the pages, started by the app's first process. */
export async function pagesProcessOf(frontPid: number): Promise<number> {
  const deadline = Date.now() + FIND_TIMEOUT_MS;
  do {
    const [pid] = await nodeChildren(frontPid);
    if (pid !== undefined) return pid;
    await pause(FIND_POLL_MS);
  } while (Date.now() < deadline);
  throw new Error(`Process ${frontPid} has no child process that serves the pages.`);
}

/** Remote IPv4 addresses of the connections that a process holds on its local `port`. */
export async function clientsOf(port: number): Promise<string[]> {
  const table = await readFile('/proc/net/tcp', 'utf8');
  return table.split('\n').flatMap((line) => {
    const [, local = '', remote = '', state, , , , , , inode] = line.trim().split(/\s+/);
    const isOurs = Number.parseInt(local.split(':')[1] ?? '', 16) === port;
    // A socket without an inode belongs to the kernel alone: its process has closed it.
    if (!isOurs || state === LISTENING || inode === '0') return [];
    const bytes = remote.slice(0, 8).match(/../g) ?? [];
    return [
      bytes
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.'),
    ];
  });
}

const LISTENING = '0A';
