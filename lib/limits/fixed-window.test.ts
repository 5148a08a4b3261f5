import { describe, expect, it } from 'vitest';
import { FixedWindow } from './fixed-window';

function clocked(limit: number, windowMs: number, maxKeys?: number) {
  let now = 1_000;
  const window = new FixedWindow(limit, windowMs, maxKeys, () => now);
  return { window, advance: (ms: number) => (now += ms) };
}

describe('a fixed window in memory', () => {
  it('allows exactly the limit, and says what is left', () => {
    const { window } = clocked(2, 60_000);
    expect(window.spend('a')).toEqual({
      allowed: true,
      limit: 2,
      remaining: 1,
      count: 1,
      resetMs: 60_000,
    });
    expect(window.spend('a')).toMatchObject({ allowed: true, remaining: 0 });
    expect(window.spend('a')).toMatchObject({ allowed: false, remaining: 0 });
    expect(window.spend('b')).toMatchObject({ allowed: true });
  });

  it('counts once for every quota that a request may name', () => {
    const { window } = clocked(2, 60_000);
    expect(window.spend('a', 1)).toMatchObject({ allowed: true, limit: 1, remaining: 0 });
    expect(window.spend('a', 1)).toMatchObject({ allowed: false, limit: 1 });
    expect(window.spend('a', 9)).toMatchObject({ allowed: true, limit: 9, remaining: 6 });
    expect(window.peek('a', 9)).toMatchObject({ limit: 9, remaining: 6 });
    expect(window.spend('a')).toMatchObject({ allowed: false, limit: 2 });
  });

  it('ends 60 seconds after the first request, however many come', () => {
    const { window, advance } = clocked(1, 60_000);
    window.spend('a');
    advance(59_999);
    expect(window.spend('a')).toMatchObject({ allowed: false, resetMs: 1 });
    advance(1);
    expect(window.spend('a')).toMatchObject({ allowed: true, resetMs: 60_000 });
  });

  it('stays within its memory however many addresses come, forgetting the oldest', () => {
    const { window } = clocked(1, 60_000, 1_000);
    for (let address = 0; address < 50_000; address += 1) window.spend(`address ${address}`);
    expect(window.size).toBe(1_000);
    expect(window.spend('address 49999')).toMatchObject({ allowed: false });
    expect(window.spend('address 0')).toMatchObject({ allowed: true });
  });

  it('drops windows that ended as new ones come', () => {
    const { window, advance } = clocked(1, 60_000);
    for (let address = 0; address < 100; address += 1) window.spend(`address ${address}`);
    advance(60_000);
    window.spend('new');
    expect(window.size).toBe(1);
  });
});
