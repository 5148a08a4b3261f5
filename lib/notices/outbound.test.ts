import { createServer } from 'node:http';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '@/lib/base/process/free-port';
import { parseNetworks } from '@/lib/base/values/networks';
import {
  hasName,
  type OutboundRules,
  outboundAgent,
  parseOutbound,
  publicAddresses,
} from './outbound';
import { newSecret, sendWebhook } from './webhook';

const RULES = { networks: [], allowsLoopback: false };
const PUBLIC = '93.184.215.14';

/** Checks a URL as adding a target does. */
async function checkOutbound(text: string, rules: OutboundRules): Promise<URL> {
  const url = parseOutbound(text, rules);
  if (hasName(url)) await publicAddresses(url.hostname, rules);
  return url;
}

/** Counts connections to this machine, which no case may make. */
let connections = 0;
const receiver = createServer(({ url }, response) => {
  if (url !== '/hangs') response.end('reached');
});
receiver.on('connection', () => {
  connections += 1;
});
let port = 0;

beforeAll(async () => {
  port = await listen(receiver);
});

afterAll(() => new Promise((resolve) => receiver.close(resolve)));

/** Hosts that lead to this machine or a private network, in every way to write them. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '①②⑦.⓪.⓪.①',
];

it.each(PRIVATE_HOSTS)(
  'refuses %s when it is saved, and connects to nobody when it is called',
  async (host) => {
    const url = `https://${host}:${port}/`;
    await expect(checkOutbound(url, RULES)).rejects.toThrow('url_private');
    const message = { id: '1', type: 'test', occurredAt: new Date(), data: {} };
    const dispatcher = outboundAgent(RULES);
    const sending = { url, secrets: [newSecret()], dispatcher, rules: RULES, at: new Date() };
    expect(await sendWebhook(message, sending)).toMatchObject({ error: 'url_private' });
    await dispatcher.close();
    expect(connections).toBe(0);
  },
);

it.each(['localhost', 'localhost.', 'LOCALHOST', 'metadata.internal'])(
  'refuses the name %s by where it leads',
  async (host) => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const rules = { ...RULES, resolve };
    await expect(checkOutbound(`https://${host}:${port}/`, rules)).rejects.toThrow('url_private');
    const agent = outboundAgent(rules);
    // Plain HTTP, so that a connection would be answered.
    await expect(request(`http://${host}:${port}/`, { dispatcher: agent })).rejects.toThrow();
    await agent.close();
    expect(connections).toBe(0);
  },
);

it('connects to nobody when a name leads elsewhere at the second question', async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? PUBLIC : '127.0.0.1', family: 4 }];
  };
  const rules = { ...RULES, resolve };
  const url = await checkOutbound(`https://rebind.example:${port}/`, rules);
  const agent = outboundAgent(rules);
  await expect(request(url, { dispatcher: agent })).rejects.toThrow('url_private');
  await agent.close();
  expect([asked, connections]).toEqual([2, 0]);
});

it('connects to the very addresses that it checked, and asks for them once', async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const agent = outboundAgent({ networks: [], allowsLoopback: true, resolve });
  const { body } = await request(`http://once.example:${port}/`, { dispatcher: agent });
  expect([await body.text(), asked]).toEqual(['reached', 1]);
  await agent.close();
});

it('asks a host while another request to it hangs', async () => {
  const agent = outboundAgent({ networks: [], allowsLoopback: true });
  const ask = async (path: string) => {
    const { body } = await request(`http://127.0.0.1:${port}${path}`, { dispatcher: agent });
    return body.text();
  };
  const hangs = ask('/hangs').catch(() => 'ended');
  expect(await Promise.race([hangs, ask('/')])).toBe('reached');
  await agent.destroy();
  expect(await hangs).toBe('ended');
});

it('refuses a name when one of its addresses is private', async () => {
  const resolve = async () => [
    { address: PUBLIC, family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const checked = checkOutbound('https://both.example/', { ...RULES, resolve });
  await expect(checked).rejects.toThrow('url_private');
});

it.each([
  'http://example.com/',
  'ftp://example.com/',
  'https://user@example.com/',
  'https://:secret@example.com/',
  'https://example.com/#part',
  'https://example.com:25/',
  'not a url',
  'https://',
])('refuses %s, whatever it leads to', (url) => {
  expect(() => parseOutbound(url, RULES)).toThrow('url_invalid');
});

it('accepts public addresses, and private ones that the deployment allows', async () => {
  const resolve = async () => [{ address: PUBLIC, family: 4 }];
  for (const url of [
    'https://example.com/hook?x=1',
    'https://example.com:8443/',
    'https://8.8.8.8/',
  ]) {
    expect((await checkOutbound(url, { ...RULES, resolve })).href).toBe(url);
  }
  const networks = parseNetworks('10.1.0.0/16') ?? [];
  expect(parseOutbound('https://10.1.2.3/', { ...RULES, networks }).hostname).toBe('10.1.2.3');
  expect(() => parseOutbound('https://10.2.2.3/', { ...RULES, networks })).toThrow('url_private');
  const loopback = { ...RULES, allowsLoopback: true };
  expect(parseOutbound('http://127.0.0.1:4010/x', loopback).port).toBe('4010');
});
