import { createServer, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { request } from 'undici';
import { afterAll, expect, it } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { parseNetworks } from '@/lib/base/values/networks';
import { dropForgedHeaders, type TrustedProxies } from './forwarded';

const FORWARDED = {
  forwarded: 'for=192.0.2.1',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '1',
  'X-Forwarded-Proto': 'https',
};

let trusted: TrustedProxies;
const server = createServer((incoming, response) => {
  dropForgedHeaders(incoming, trusted);
  const raw = incoming.rawHeaders.map((text) => text.toLowerCase());
  const { headers } = incoming;
  response.end(
    JSON.stringify([Object.keys(FORWARDED).filter((n) => raw.includes(n.toLowerCase())), headers]),
  );
});
const port = await listen(server);
afterAll(() => new Promise((resolve) => server.close(resolve)));

it.each([
  [0, '', false],
  [0, '127.0.0.0/8', false],
  [1, '', true],
  [1, '10.0.0.0/8, 127.0.0.1', true],
  [1, '10.0.0.0/8, ::1', false],
])(
  'with %i proxies in networks "%s" believes the headers of a peer: %s',
  async (hops, text, believed) => {
    trusted = { trustedProxyHops: hops, trustedProxies: text ? (parseNetworks(text) ?? []) : [] };
    const answer = await request(`http://127.0.0.1:${port}`, {
      headers: { ...FORWARDED, 'x-other': '1' },
    });
    const [raw, headers] = (await answer.body.json()) as [string[], Record<string, string>];
    expect(raw).toEqual(believed ? Object.keys(FORWARDED) : []);
    expect(headers['x-forwarded-host']).toBe(believed ? 'evil.example' : undefined);
    expect(headers['x-other']).toBe('1');
  },
);

it.each([
  ['203.0.113.9', false],
  ['10.1.2.3', true],
  ['fd00::1', true],
])('without networks of the proxies, believes a peer at %s: %s', (remoteAddress, believed) => {
  const incoming = new IncomingMessage(
    Object.create(new Socket(), { remoteAddress: { value: remoteAddress } }),
  );
  incoming.headers['x-forwarded-for'] = '192.0.2.1';
  dropForgedHeaders(incoming, { trustedProxyHops: 1, trustedProxies: [] });
  expect(incoming.headers['x-forwarded-for']).toBe(believed ? '192.0.2.1' : undefined);
});
