import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@/lib/base/process/free-port';
import { projectRoot } from '@/server/paths';
import { startProgram } from './program';

export const REVERSE_PROXIES = ['haproxy', 'caddy', 'nginx'] as const;
export type ReverseProxyKind = (typeof REVERSE_PROXIES)[number];

/** Ports of a reverse proxy without TLS. `h2` takes HTTP/2 with prior knowledge. */
interface Ports {
  readonly h1: number;
  readonly h2: number;
}

/**
 * Starts a reverse proxy in front of an instance; HAProxy and Caddy as the shipped files say. HAProxy
 * checks the port `ops`, if it is given.
 */
export async function startReverseProxy(kind: ReverseProxyKind, target: number, ops?: number) {
  const ports: Ports = { h1: await freePort(), h2: await freePort() };
  const folder = await mkdtemp(join(tmpdir(), `pasarela-${kind}-`));
  const file = join(folder, kind);
  const { config, args, env } = await PROXIES[kind](ports, target, folder, ops);
  await writeFile(file, config);
  const program = await startProgram({
    program: kind,
    args: [...args, file],
    env: { ...env, HOME: folder },
    readyUrl: `http://127.0.0.1:${ports.h1}/health`,
  });
  const stop = async () => {
    await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ports, output: program.output, stop };
}

interface Started {
  readonly config: string;
  /** The file of the configuration follows them. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const PROXIES: Readonly<
  Record<
    ReverseProxyKind,
    (
      ports: Ports,
      target: number,
      folder: string,
      ops: number | undefined,
    ) => Promise<Started> | Started
  >
> = {
  haproxy: async ({ h1, h2 }, target, _folder, ops) => ({
    config: haproxyConfig(await shipped('haproxy.cfg'), {
      bind: `127.0.0.1:${h1}\n    bind 127.0.0.1:${h2} proto h2`,
      plain: `127.0.0.1:${await freePort()}`,
      targets: [target, target],
      ...(ops !== undefined && { ops: [ops, ops] }),
    }),
    args: ['-db', '-f'],
  }),
  caddy: async ({ h1, h2 }, target) => ({
    config: (await shipped('Caddyfile'))
      .replace('{\n\tservers {', '{\n\tadmin off\n\tservers {\n\t\tprotocols h1 h2c')
      .replace('{$SITE} {', `http://127.0.0.1:${h1}, http://127.0.0.1:${h2} {`)
      .replace('{$UPSTREAMS}', `127.0.0.1:${target}`)
      .replace(/\n# A redirect[\s\S]*/, '\n'),
    args: ['run', '--adapter', 'caddyfile', '--config'],
  }),
  nginx: ({ h1, h2 }, target, folder) => ({
    config: `daemon off; error_log stderr; pid ${folder}/pid; events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream pasarela { server 127.0.0.1:${target}; keepalive 8; }
  server {
    listen 127.0.0.1:${h1}; listen 127.0.0.1:${h2} http2;
    location / {
      proxy_pass http://pasarela; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_request_buffering off;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`,
    args: ['-c'],
  }),
};

function shipped(name: string): Promise<string> {
  return readFile(join(projectRoot, 'deploy', name), 'utf8');
}

/** Puts addresses of this machine into the shipped file, and takes out TLS and what needs root. */
export function haproxyConfig(
  config: string,
  at: {
    readonly bind: string;
    readonly plain: string;
    readonly targets?: readonly number[];
    /** Ops ports of the targets. Absent: `/health` of the targets is checked. */
    readonly ops?: readonly number[];
  },
): string {
  return (process.getuid?.() === 0 ? config : config.replace(/^ {4}(user|group|chroot) .*\n/gm, ''))
    .replace(/bind :443 .*/, `bind ${at.bind}`)
    .replace('bind :80', `bind ${at.plain}`)
    .replace('/readyz', at.ops === undefined ? '/health' : '/readyz')
    .replaceAll(' port 9464', '')
    .replaceAll(/10\.0\.0\.1([12]):3000/g, (_all, number: string) => {
      const place = Number(number) - 1;
      const checked = at.ops === undefined ? '' : ` port ${at.ops[place]}`;
      return `127.0.0.1:${at.targets?.[place]}${checked}`;
    });
}
