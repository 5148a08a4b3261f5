import { expect, it } from 'vitest';
import { formatNetworks, isWithin, parseAddress, parseNetworks } from './networks';

it.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.128/25, 2001:db8::/32', '2001:db8:ffff::1', true],
  ['192.0.2.128/25, 2001:db8::/32', '2001:db9::1', false],
  ['192.0.2.128/25, 2001:db8::/32', '192.0.2.127', false],
  ['::/0', '10.0.0.1', false],
])('%s and %s: %j', (networks, address, within) => {
  const at = parseAddress(address);
  expect(at && isWithin(at, parseNetworks(networks) ?? [])).toBe(within);
});

it('networks are written in one way, with their prefixes', () => {
  const networks = parseNetworks(' 192.0.2.7,2001:DB8:0::/32 ,10.0.0.0/8');
  expect(formatNetworks(networks ?? [])).toBe('192.0.2.7/32, 2001:db8::/32, 10.0.0.0/8');
});

it.each([
  '',
  '10.0.0.0/8,',
  '10.0.0.0/33',
  '2001:db8::/129',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10/8',
  '010.0.0.0/8',
  '::ffff:10.0.0.0/104',
  'fe80::1%eth0/64',
  'localhost',
  '10.0.0.0/8 192.0.2.0/24',
])('%j is not a list of networks', (text) => expect(parseNetworks(text)).toBeUndefined());
