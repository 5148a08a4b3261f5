import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '@/package.json' with { type: 'json' };
import { projectRoot } from '@/server/paths';
import { wellKnown } from '@/simulator/well-known';
import { type Program, startProgram } from '@/testing/program';
import { until } from './cluster';
import { Machine, Space } from './install/machines';
import type { Print } from './main';

const run = promisify(execFile);
const MIRROR = 'http://deb.debian.org/debian';
const SUITE = 'trixie';
const SITE = 'pasarela.example.gt';
const SOURCES = 'sources.example.gt';
/** Address of whoever asks, and of the sources. */
const OUTSIDE = '10.0.0.1';
/** Address of HAProxy. */
const FRONT = '10.0.0.11';

const PATIENTLY = '--retry 30 --retry-delay 1 --retry-connrefused'.split(' ');

/** A block of commands of the page. */
interface Block {
  readonly section: string;
  readonly machines: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Runs the commands of docs/install.md, line by line, on a Debian for each machine that the page names,
 * and asks a lookup over TLS. Only names, certificates, the sources, `scp`, the editor and systemd are
 * replaced. Needs root, and the mirror of Debian.
 */
export async function install(print: Print): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-install-'));
  const opened: { close(): Promise<unknown> }[] = [];
  try {
    return await rehearse(folder, print, (one) => {
      opened.unshift(one);
      return one;
    });
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    for (const one of opened) await one.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function rehearse(
  folder: string,
  print: Print,
  keep: <T extends { close(): Promise<unknown> }>(one: T) => T,
): Promise<string[]> {
  const page = await readFile(join(projectRoot, 'docs/install.md'), 'utf8');
  const addresses = [...page.matchAll(/^\| `(\w+)\.example\.gt` \| ([\d.]+) /gm)].map(
    ([, name = '', address = '']) => ({ name, address }),
  );
  await timed(print, 'npm run package', () =>
    run('npm', ['run', '-s', 'package'], { cwd: projectRoot }),
  );
  await timed(print, `Debian ${SUITE}`, () => makeBase(folder, addresses));
  const lan = keep(
    await Space.open(`ip link add br0 type bridge; ip link set br0 up
    ip address add ${OUTSIDE}/24 dev br0`),
  );
  for (const program of await startSources(folder, lan)) keep({ close: program.stop });
  const machines = new Map<string, Machine>();
  for (const { name, address } of addresses) {
    machines.set(name, keep(await Machine.start(folder, name, address, lan)));
  }
  return await follow(blocksOf(page), machines, new Client(folder, lan), print);
}

function blocksOf(page: string): Block[] {
  return page.split(/^(?=##)/m).flatMap((section) => {
    const fences = section.matchAll(/^```sh\n# On ([\w, ]+)[^\n]*\n([\s\S]*?)^```/gm);
    return [...fences].map(([, names = '', text = '']) => ({
      section: section.split('\n')[0] ?? '',
      machines: names.split(/, | and /),
      lines: text.trim().split('\n'),
    }));
  });
}

/** Runs the blocks in their order, and asks the deployment when a section that serves has ended. */
async function follow(
  blocks: readonly Block[],
  machines: ReadonlyMap<string, Machine>,
  client: Client,
  print: Print,
): Promise<string[]> {
  const problems: string[] = [];
  let seconds = 0;
  let commands = 0;
  for (const [at, { section, machines: names, lines }] of blocks.entries()) {
    for (const name of names) {
      const machine = machines.get(name);
      if (machine === undefined) throw new Error(`The table of the page lacks ${name}.`);
      for (const line of lines) {
        const [, packages] = /^apt-get install .*--no-install-recommends (.*)$/.exec(line) ?? [];
        if (packages !== undefined) await machine.fetch(packages.split(' '));
        const { result, took } = await stopwatch(() => machine.run(line));
        seconds += took;
        commands += 1;
        print(`${name} ${took.toFixed(1)} s  ${line}`);
        client.read(line, result);
      }
    }
    if (blocks[at + 1]?.section === section || !client.knowsToken) continue;
    print(`${section}: ${commands} commands, ${seconds.toFixed(1)} s without fetching packages`);
    problems.push(...(await client.ask(print)));
  }
  if (!client.knowsToken) problems.push('the page created no integration');
  return problems;
}

/** Asks from outside what an integrator would. */
class Client {
  #headers: string[] = [];

  constructor(
    private readonly folder: string,
    private readonly lan: Space,
  ) {}

  get knowsToken(): boolean {
    return this.#headers.length > 0;
  }

  /** Takes name and token from what created the integration. */
  read(line: string, printed: string): void {
    const [, login] = / integration create (\S+)/.exec(line) ?? [];
    const [token] = /pas_[\w-]+/.exec(printed) ?? [];
    if (login === undefined || token === undefined) return;
    this.#headers = ['-H', `x-integracion-login: ${login}`, '-H', `x-integracion-token: ${token}`];
  }

  async ask(print: Print): Promise<string[]> {
    const body = JSON.stringify({ nit: wellKnown.individual.nit });
    const lookup = [...this.#headers, '-H', 'content-type: application/json', '-d', body];
    // Instances that were just restarted are not ready yet.
    const { result: status, took } = await stopwatch(() =>
      this.#status('https', '/catalogos/cui-nit', ...PATIENTLY, ...lookup),
    );
    const page = await this.#status('https', '/login');
    const plain = await this.#status('http', '/catalogos/cui-nit', ...lookup);
    print(`lookup ${status} after ${took.toFixed(1)} s, page ${page}, lookup by http ${plain}`);
    const answers = { lookup: [status, '200'], page: [page, '200'], 'by http': [plain, '403'] };
    return Object.entries(answers).flatMap(([what, [got, expected]]) =>
      got === expected ? [] : [`${what}: ${got} instead of ${expected}`],
    );
  }

  #status(scheme: string, path: string, ...args: readonly string[]): Promise<string> {
    const site = ['--cacert', join(this.folder, 'public.crt'), '--connect-to', `::${FRONT}:`];
    const quiet = ['-sS', '--output', '/dev/null', '--write-out', '%{http_code}'];
    return this.lan.run('curl', ...quiet, ...site, ...args, `${scheme}://${SITE}${path}`);
  }
}

/** Makes the system that all machines begin with, and what the page takes for granted. */
async function makeBase(
  folder: string,
  addresses: readonly { name: string; address: string }[],
): Promise<void> {
  const base = join(folder, 'base');
  const options = ['--variant=minbase', '--include=ca-certificates'];
  await run('debootstrap', [...options, SUITE, base, MIRROR], { maxBuffer: 1e8 });
  await mkdir(join(base, 'machines'));
  const hosts = addresses.map(({ name, address }) => `${address} ${name}.example.gt`);
  const lines = ['127.0.0.1 localhost', `${OUTSIDE} ${SOURCES}`, ...hosts];
  await writeFile(join(base, 'etc/hosts'), `${lines.join('\n')}\n`);
  // Services start when the page says so.
  await writeProgram(join(base, 'usr/sbin/policy-rc.d'), 'exit 101');
  await writeProgram(join(base, 'usr/local/bin/scp'), SCP);
  const systemctl = join(base, 'usr/local/bin/systemctl');
  await copyFile(join(projectRoot, 'acceptance/drills/install/systemctl'), systemctl);
  await chmod(systemctl, 0o755);
  const archive = `pasarela-${packageJson.version}-linux-${process.arch}.tar.gz`;
  await copyFile(join(projectRoot, 'release', archive), join(base, 'root', archive));
  await makePublicCertificate(folder, base);
}

const SCP = `for to; do :; done
while [ $# -gt 1 ]; do
  case "\${1#*:}" in /*) path=\${1#*:};; *) path=/root/\${1#*:};; esac
  cp --preserve=mode "/machines/\${1%%.*}/upper$path" "$to"; shift
done`;

/** Stands for certificates of an authority that everybody trusts. */
async function makePublicCertificate(folder: string, base: string): Promise<void> {
  const [key, certificate] = [join(folder, 'public.key'), join(folder, 'public.crt')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' ');
  const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE},DNS:${SOURCES}`];
  await run('openssl', [...request, ...names, '-keyout', key, '-out', certificate]);
  await copyFile(certificate, join(base, 'root/fullchain.pem'));
  await copyFile(key, join(base, 'root/privkey.pem'));
  await copyFile(certificate, join(base, 'usr/local/share/ca-certificates/public.crt'));
  await run('chroot', [base, 'update-ca-certificates']);
}

/** Starts the simulated sources with TLS in front, and the editor that fills in their variables. */
async function startSources(folder: string, lan: Space): Promise<Program[]> {
  const simulator = await startProgram({
    program: 'nsenter',
    args: lan.enter(process.execPath, '--import', 'tsx', 'simulator/main.ts'),
  });
  let ended = false;
  void simulator.exited.then(() => {
    ended = true;
  });
  await until(async () => ended || simulator.output().includes('_control'));
  if (ended) throw new Error(simulator.output());
  const printed = simulator.output().matchAll(/((?:RENAP|RTU|CATALOGOS)_(?:URL|TOKEN))=(\S+)/g);
  const edits = [...printed].map(([, name = '', value = '']) => {
    return `s|^${name}=.*|${name}=${value.replace(/^http:\/\/[^/]+/, `https://${SOURCES}`)}|`;
  });
  await writeProgram(
    join(folder, 'base/usr/local/bin/editor'),
    `exec sed -i '${edits.join('; ')}' "$1"`,
  );
  const [, port] = /Simulated sources on \S+:(\d+)/.exec(simulator.output()) ?? [];
  await writeFile(join(folder, 'public.pem'), await pairOf(folder));
  await writeFile(
    join(folder, 'sources.cfg'),
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
listen sources
  bind ${OUTSIDE}:443 ssl crt ${join(folder, 'public.pem')}
  server simulator 127.0.0.1:${port}
`,
  );
  const proxy = await startProgram({
    program: 'nsenter',
    args: lan.enter('haproxy', '-f', join(folder, 'sources.cfg')),
  });
  return [simulator, proxy];
}

async function pairOf(folder: string): Promise<string> {
  const parts = ['public.crt', 'public.key'].map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(parts)).join('');
}

async function writeProgram(file: string, text: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

async function stopwatch<T>(work: () => Promise<T>): Promise<{ result: T; took: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, took: (performance.now() - startedAt) / 1000 };
}

async function timed(print: Print, what: string, work: () => Promise<unknown>): Promise<void> {
  const { took } = await stopwatch(work);
  print(`${what}: ${took.toFixed(1)} s`);
}
