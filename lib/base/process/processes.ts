import { readFileSync } from 'node:fs';

/** True while a process with that id runs, as any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True for a process that is dead but not yet reaped, as orphans may be in containers. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    // There is no /proc here, or the process has just ended.
    return false;
  }
}

/** Lists the processes that a process started and that still run; Linux only. */
export function childrenOf(pid: number): { readonly pid: number; readonly command: string }[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return (children === '' ? [] : children.split(' ')).map((child) => ({
    pid: Number(child),
    command: readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' '),
  }));
}
