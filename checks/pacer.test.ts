import { describe, expect, it } from 'vitest';
import type { Spending } from './ask';
import { Pacer } from './pacer';

const LIMITS = { global: 5, renap: 3, rtu: 2, catalogos: undefined };
const MINUTE = 61_000;
const QUARTER = 901_000;

const renap: Spending = { policy: 'renap', counter: 'integration renap' };
const catalogs: Spending = { policy: 'catalogos', counter: 'integration catalogos' };
const nobody: Spending = { policy: 'renap' };

function pacing() {
  const clock = { nowMs: 0 };
  const pacer = new Pacer(LIMITS, () => clock.nowMs);
  const send = (spending: Spending, times: number) => {
    for (let n = 0; n < times; n += 1) pacer.sent(spending);
  };
  return { clock, pacer, send };
}

describe('the pace of a run', () => {
  it('lets through what a minute allows, and then waits for the oldest to leave it', () => {
    const { clock, pacer, send } = pacing();
    send(renap, 1);
    clock.nowMs = 10_000;
    send(renap, 2);
    expect(pacer.waitMs([renap])).toBe(MINUTE - 10_000);
    expect(pacer.waitMs([renap, renap])).toBe(MINUTE);
    clock.nowMs = MINUTE;
    expect(pacer.waitMs([renap])).toBe(0);
  });

  it('counts every request by address, and accounts each for themselves', () => {
    const { pacer, send } = pacing();
    send(renap, 3);
    expect(pacer.waitMs([{ ...renap, counter: 'poor renap' }])).toBe(0);
    expect(pacer.waitMs([nobody])).toBe(0);
    send(nobody, 2);
    expect(pacer.waitMs([nobody])).toBe(QUARTER);
  });

  it('does not wait for a limit that the deployment does not have', () => {
    const { clock, pacer, send } = pacing();
    send(catalogs, 4);
    expect(pacer.waitMs([catalogs])).toBe(0);
    clock.nowMs = QUARTER;
    send(catalogs, 4);
    expect(pacer.waitMs([catalogs])).toBe(0);
  });

  it('believes a deployment that says a counter is used up', () => {
    const { pacer } = pacing();
    pacer.learn(catalogs, 1, 30_000);
    expect(pacer.waitMs([catalogs])).toBe(0);
    pacer.learn(catalogs, 0, 30_000);
    expect(pacer.waitMs([catalogs])).toBe(31_000);
    expect(pacer.waitMs([renap])).toBe(0);
  });

  it('waits for a fresh window where a whole one is to be used up, not where there is room', () => {
    const { clock, pacer, send } = pacing();
    send(renap, 1);
    clock.nowMs = 20_000;
    expect(pacer.freshMs([renap, renap])).toBe(0);
    expect(pacer.freshMs([renap, renap, renap])).toBe(MINUTE - 20_000);
    expect(pacer.freshMs(Array(4).fill(renap))).toBe(MINUTE - 20_000);
  });

  it('knows when the window of the address that is open must have ended', () => {
    const { clock, pacer, send } = pacing();
    clock.nowMs = 5_000;
    send(nobody, 1);
    clock.nowMs = 100_000;
    expect(pacer.addressResetMs()).toBe(5_000 + QUARTER - 100_000);
  });
});
