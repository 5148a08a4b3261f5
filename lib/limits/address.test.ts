import { describe, expect, it } from 'vitest';
import { addressKey, UNKNOWN_ADDRESS } from './address';

const peer = '203.0.113.9';

describe('the address a request counts under', () => {
  it('is the TCP peer when no proxy stands in front, whatever the client writes', () => {
    expect(addressKey({ peer, forwardedFor: '198.51.100.1' }, 0)).toBe(peer);
  });

  it.each([
    [1, '198.51.100.7', '198.51.100.7'],
    [1, 'made-up, 10.0.0.1, 198.51.100.7', '198.51.100.7'],
    [2, 'made-up, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    [1, '198.51.100.7:4711', '198.51.100.7'],
    [1, '[2001:db8:1:2:3:4:5:6]:4711', '2001:db8:1:2::/64'],
  ])('is the entry %i from the right of %s', (hops, forwardedFor, key) => {
    expect(addressKey({ peer, forwardedFor }, hops)).toBe(key);
  });

  it.each([null, '', 'unknown', '198.51.100.7'])(
    'falls back to the peer when the proxies wrote less than promised (%j)',
    (forwardedFor) => expect(addressKey({ peer, forwardedFor }, 2)).toBe(peer),
  );

  it('counts IPv6 by /64 and mapped IPv4 as IPv4', () => {
    const key = (address: string) => addressKey({ peer: address, forwardedFor: null }, 0);
    expect(key('2001:db8::1')).toBe(key('2001:db8:0:0:ffff::2'));
    expect(key('2001:db8:0:1::1')).not.toBe(key('2001:db8::1'));
    expect(key('::ffff:203.0.113.9')).toBe(peer);
    expect(key('fe80::1%eth0')).toBe('fe80::/64');
  });

  it('is one shared key where nobody trustworthy saw the address', () => {
    expect(addressKey({ peer: undefined, forwardedFor: '198.51.100.7' }, 0)).toBe(UNKNOWN_ADDRESS);
  });
});
