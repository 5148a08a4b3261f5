import { afterAll, describe, expect, it, vi } from 'vitest';
import { readIdentifier, writeIdentifier } from './identifiers';

vi.stubEnv('NEXTAUTH_SECRET', 'only-for-this-test-0123456789-0123456789');
afterAll(() => vi.unstubAllEnvs());

const session = { sessionNumber: 4_711 };
const searched = { keys: [-(2n ** 63n), -1n, 0n, 2n ** 63n - 1n], tail: '638' };

describe('an identifier in a URL', () => {
  it('is read back in its session; any 64 bits survive', () => {
    expect(readIdentifier(writeIdentifier(searched, session), session)).toMatchObject(searched);
    expect(readIdentifier(undefined, session)).toBeUndefined();
  });

  it('shows neither digest nor tail', () => {
    const written = Buffer.from(writeIdentifier(searched, session), 'base64url').toString('latin1');
    expect(written).not.toContain('638');
    expect(written).not.toContain('4711');
  });

  it('finds nothing in another session, altered, or made up', () => {
    const written = writeIdentifier(searched, session);
    const altered = `${written.slice(0, -2)}${written.endsWith('AA') ? 'BB' : 'AA'}`;
    const nothing = { keys: [], tail: '' };
    expect(readIdentifier(written, { sessionNumber: 4_712 })).toEqual(nothing);
    for (const forged of [altered, '0123456789abcdef.638', '']) {
      expect(readIdentifier(forged, session)).toEqual(nothing);
    }
  });
});
