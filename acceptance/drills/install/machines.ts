import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { projectRoot } from '@/server/paths';

const run = promisify(execFile);

/** Environment of a root shell, as Debian sets it. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/**
 * Namespaces of processes, mounts and the network. Their first process reads its standard input: when
 * that ends, also because the drill was killed, the kernel ends all other processes and the rest with
 * them.
 */
export class Space {
  private constructor(
    private readonly first: ChildProcess,
    readonly pid: string,
  ) {}

  /** `setUp` are commands for its shell, run before anything else. */
  static async open(setUp: string): Promise<Space> {
    const script = `set -e; read -r pid _ < /proc/self/stat; ip link set lo up; ${setUp}
      echo "$pid"; read -r _ || true`;
    const first = spawn(
      'unshare',
      ['--mount', '--net', '--pid', '--uts', '--fork', 'bash', '-c', script],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: first.stdout }))
      return new Space(first, line);
    throw new Error('The namespaces could not be made: the drill needs root.');
  }

  /** Arguments of `nsenter` that run a command here. */
  enter(...command: readonly string[]): string[] {
    const spaces = ['--mount', '--net', '--pid', '--uts', `--wd=${projectRoot}`];
    return ['-t', this.pid, ...spaces, ...command];
  }

  async run(...command: readonly string[]): Promise<string> {
    return (await run('nsenter', this.enter(...command))).stdout;
  }

  async close(): Promise<void> {
    if (this.first.exitCode !== null) return;
    const ended = once(this.first, 'exit');
    this.first.stdin?.end();
    await ended;
  }
}

/** A Debian with an address, and a shell of root that stays open. */
export class Machine {
  private constructor(
    readonly name: string,
    private readonly space: Space,
    private readonly root: string,
    private readonly shell: ChildProcess,
  ) {}

  /** Starts it on the bridge `br0` of `lan`, over a system that stays as it is. */
  static async start(folder: string, name: string, address: string, lan: Space): Promise<Machine> {
    const at = (part: string) => join(folder, name, part);
    for (const part of ['upper', 'work', 'root']) await mkdir(at(part), { recursive: true });
    const layers = `lowerdir=${join(folder, 'base')},upperdir=${at('upper')},workdir=${at('work')}`;
    const root = at('root');
    const space = await Space.open(`
      mount -t overlay -o ${layers} overlay ${root}
      mount -t proc proc ${root}/proc; mount --rbind /dev ${root}/dev; mount -t tmpfs tmpfs ${root}/run
      mount --bind ${folder} ${root}/machines; hostname ${name}`);
    const link = ['type', 'veth', 'peer', 'name', name, 'netns', lan.pid];
    await run('ip', ['link', 'add', 'eth0', 'netns', space.pid, ...link]);
    await space.run('ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
    await space.run('ip', 'link', 'set', 'eth0', 'up');
    await lan.run('ip', 'link', 'set', name, 'master', 'br0', 'up');
    const shell = spawn('nsenter', space.enter('chroot', root, 'bash'), {
      env: ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const machine = new Machine(name, space, root, shell);
    await machine.run('cd');
    return machine;
  }

  /** Runs a line in the shell, and returns what it printed. Throws when it fails. */
  async run(line: string): Promise<string> {
    const { stdin, stdout } = this.shell;
    if (stdin === null || stdout === null) throw new Error('The shell has no pipes.');
    stdin.write(`{ ${line}\n} < /dev/null 2>&1; printf '\\n@%s\\n' $?\n`);
    let printed = '';
    for (;;) {
      const [chunk]: Buffer[] = await once(stdout, 'data');
      printed += chunk?.toString() ?? '';
      const [end, status] = /\n@(\d+)\n$/.exec(printed) ?? [];
      if (end === undefined) continue;
      printed = printed.slice(0, -end.length).trim();
      if (status === '0') return printed;
      throw new Error(`${this.name}: ${line}\nended with ${status}: ${printed}`);
    }
  }

  /** Fetches packages by the network of the host, because the machine has none but its own. */
  async fetch(packages: readonly string[]): Promise<void> {
    const install = ['install', '-y', '-q', '--download-only', '--no-install-recommends'];
    const inside = ['-t', this.space.pid, '--mount', '--pid', 'chroot', this.root];
    await run('nsenter', [...inside, 'apt-get', ...install, ...packages], { env: ENVIRONMENT });
  }

  async close(): Promise<void> {
    this.shell.stdin?.end();
    await this.space.close();
  }
}
