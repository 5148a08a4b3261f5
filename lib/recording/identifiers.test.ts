import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { IdentifierVault } from './identifiers';

const secret = 'a secret of at least thirty-two characters';
const another = 'another secret of thirty-two characters or more';
const id = uuidv7();

describe('what a query asked for', () => {
  const vault = new IdentifierVault([secret]);

  it('opens exactly as it was sealed, and never stands in the box', () => {
    const asked = { nit: '4821763-K', cui: '2456\u0000 71234\ud800' };
    const { box } = vault.seal(asked, id);
    expect(vault.open(box, id)).toEqual(asked);
    expect(box.includes('4821763')).toBe(false);
  });

  it('does not open as that of another query, nor altered in any byte', () => {
    const { box } = vault.seal({ nit: '1' }, id);
    expect(vault.open(box, uuidv7())).toBeUndefined();
    for (const place of box.keys()) {
      const altered = Buffer.from(box);
      altered[place] = (altered[place] ?? 0) ^ 1;
      expect(vault.open(altered, id)).toBeUndefined();
      expect(vault.open(box.subarray(0, place), id)).toBeUndefined();
    }
  });

  it('is found by any way of writing the same value, and by no other value', () => {
    const { keys } = vault.seal({ nits: ['4821763-k', '99', '4821763K'] }, id);
    expect(keys).toHaveLength(2);
    expect(keys).toContain(vault.keysOf(' 4821763K')[0]);
    expect(keys).not.toContain(vault.keysOf('4821763')[0]);
    const cui = vault.seal({ cui: '2456 71234 0101' }, id);
    expect(cui.keys).toEqual(vault.keysOf('2456712340101'));
  });

  it('keeps 64 characters of a long one, and finds it by the whole', () => {
    const nit = '7'.repeat(60_000);
    const { box, keys } = vault.seal({ nits: [nit, '1'] }, id);
    expect(vault.open(box, id)).toEqual({ nits: [`${'7'.repeat(63)}…`, '1'] });
    expect(keys).toContain(vault.keysOf(nit)[0]);
    expect(keys).not.toContain(vault.keysOf(`${nit}7`)[0]);
    const many = vault.seal({ nits: Array.from({ length: 50 }, () => nit) }, id);
    expect(many.box.length).toBeLessThan(5_000);
  });

  it('has no key for a value without a character to tell it by', () => {
    expect(vault.seal({ nit: ' - ' }, id).keys).toEqual([]);
  });

  it('stays closed to another secret, and opens to the one before', () => {
    const { box, keys } = vault.seal({ nit: '1' }, id);
    expect(new IdentifierVault([another]).open(box, id)).toBeUndefined();
    const rotated = new IdentifierVault([another, secret]);
    expect(rotated.open(box, id)).toEqual({ nit: '1' });
    expect(rotated.keysOf('1')).toContain(keys[0]);
    expect(rotated.seal({ nit: '1' }, id).keys).not.toEqual(keys);
  });

  it('has digests under every key, each with those of the same identifier', () => {
    const { box, keys } = vault.seal({ nits: ['1', '2'] }, id);
    const record = { id, identifiers: box, identifierKeys: keys };
    const rotated = new IdentifierVault([another, secret]);
    expect(rotated.keysOfRecord(record).map((some) => new Set(some))).toEqual([
      new Set(rotated.keysOf('1')),
      new Set(rotated.keysOf('2')),
    ]);
    const single = keys.map((key) => [key]);
    expect(vault.keysOfRecord(record)).toEqual(single);
    expect(rotated.keysOfRecord({ ...record, identifiers: null })).toEqual(single);
  });
});
